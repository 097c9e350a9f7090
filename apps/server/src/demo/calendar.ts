import { newEvent } from '@vigil/contract/calendar.forms';
import type { EventType } from '@vigil/contract/calendar.values';
import { VigilError } from '@vigil/contract/errors';
import { calendarDay, defaultTimeZone, momentOfDay } from '@vigil/domain/timeframe/zone';
import type { Log } from '#platform/log.ts';
import type { Calendar } from '#services/calendar/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface DemoCalendarDeps {
  readonly calendar: Pick<Calendar, 'create'>;
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

interface DemoEvent {
  readonly owner: 'md' | 'nurse' | 'coach';
  readonly title: string;
  readonly type?: EventType;
  /** Days of the week that begins today: 0 is today. */
  readonly days: readonly number[];
  /** HH:mm on the wall of the staff. */
  readonly at: string;
  readonly minutes: number;
  readonly with?: readonly ('md' | 'nurse' | 'coach' | 'member')[];
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const events: readonly DemoEvent[] = [
  { owner: 'nurse', title: 'Synthetic: who needs a call today', days: everyDay, at: '08:30', minutes: 15, with: ['md', 'coach'] },
  { owner: 'nurse', title: 'Synthetic: call about the week', days: [0, 2], at: '10:30', minutes: 30, with: ['member'] },
  { owner: 'nurse', title: 'Synthetic: send out new chargers', type: 'REMINDER', days: [1, 4], at: '12:00', minutes: 0 },
  { owner: 'md', title: 'Synthetic: consultation', type: 'APPOINTMENT_SLOT', days: [1, 2, 5], at: '14:00', minutes: 30 },
  { owner: 'md', title: 'Synthetic: consultation', type: 'APPOINTMENT_SLOT', days: [1, 2, 5], at: '14:30', minutes: 30 },
  { owner: 'md', title: 'Synthetic: review of medications', days: [0, 3], at: '16:00', minutes: 45, with: ['nurse'] },
  { owner: 'md', title: 'Synthetic: congress', type: 'OUT_OF_THE_OFFICE', days: [6], at: '08:00', minutes: 540 },
  { owner: 'coach', title: 'Synthetic: sleep class', days: [0, 3], at: '17:00', minutes: 60, with: ['nurse', 'member'] },
];

/**
 * Events of the week that begins today, made up and called so, in the calendars of the staff and of the member who signs in. A start
 * on a later day makes those of the days that have come; nobody is told of them as news. Events that somebody has changed stay.
 */
export async function seedCalendar(deps: DemoCalendarDeps, tenants: readonly DemoTenant[], members: readonly DemoMember[]): Promise<void> {
  const today = calendarDay(deps.clock.now() / 1000, defaultTimeZone);
  for (const tenant of tenants) {
    const member = members.find(({ email, tenantId: of }) => of === tenantId(tenant) && email === `member@${tenant.code}.example`);
    for (const event of events)
      for (const day of event.days.map((offset) => today + offset))
        await seed(deps, tenant, event, day, member?.userId ?? null).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'demo: the calendar is not complete'),
        );
  }
}

async function seed(
  { calendar }: DemoCalendarDeps,
  tenant: DemoTenant,
  event: DemoEvent,
  day: number,
  member: string | null,
): Promise<void> {
  const { owner, title, type = 'REGULAR', at, minutes, with: others = [] } = event;
  const idOf = (name: string) => (name === 'member' ? member : demoId(`${tenant.code}/${name}`));
  const [hours = 0, past = 0] = at.split(':').map(Number);
  const ownerId = demoId(`${tenant.code}/${owner}`);
  const sent = newEvent.parse({
    ...{ id: demoId(`${tenant.code}/event ${owner} ${title} ${at} ${day}`), ownerId, tenantId: tenantId(tenant), type, title },
    ...{ date: momentOfDay(day, hours * 60 + past, defaultTimeZone) * 1000, durationMinutes: minutes, timeZone: defaultTimeZone },
    participants: others.flatMap((one) => idOf(one) ?? []),
    patientId: others.includes('member') && others.length === 1 ? member : null,
  });
  const writer = { tenantId: tenantId(tenant), userId: ownerId, scope: 'tenant', isStaff: true } as const;
  await calendar.create(writer, sent, { isNews: false }).catch((error: unknown) => {
    if (!(error instanceof VigilError) || error.code !== 'conflict') throw error;
  });
}
