import type { NewActivity } from '@vigil/contract/activities.forms';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { Log } from '#platform/log.ts';
import type { Activities } from '#services/activities/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface LogsDeps {
  /** Logs what members did, as they would by hand. */
  readonly activities: Pick<Activities, 'log' | 'counted'>;
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

type Entry = readonly [time: string, sent: NewActivity];

const membersWithLogs = 5;
const daysOfLogs = 6;

const dose = (time: string, title: string, frequency: '1x per day' | '2x per day', status: 'DONE' | 'SKIPPED' = 'DONE'): Entry => [
  time,
  { activityType: 'LOGGING_MEDICATION', title, status, schedule: { frequency } },
];
const meal = (time: string, mealType: 'BREAKFAST' | 'LUNCH' | 'DINNER' | 'SNACK', description: string): Entry => [
  time,
  { activityType: 'LOGGING_FOOD', description, activityDetails: { mealType } },
];

const breakfasts = ['Oatmeal with berries, coffee', 'Two eggs, toast', 'Yogurt and walnuts'];
const lunches = ['Lentil soup, bread', 'Chicken salad', 'Rice with beans and avocado'];
const dinners = ['Salmon, potatoes, green beans', 'Vegetable curry', 'Pasta with tomato sauce'];
const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** What one of the few who log did on a day so many days ago: not everybody everything, and nobody every day. Readings are the simulator's. */
function dayOf(place: number, daysAgo: number): Entry[] {
  const turn = place * 3 + daysAgo;
  return [
    ...(turn % 4 !== 1 ? [dose('08:05', 'Metoprolol 50 mg', '2x per day')] : []),
    ...(turn % 5 !== 2 ? [dose('20:10', 'Metoprolol 50 mg', '2x per day', turn % 7 === 3 ? 'SKIPPED' : 'DONE')] : []),
    ...(turn % 6 !== 4 ? [meal('08:20', 'BREAKFAST', of(breakfasts, turn))] : []),
    ...(turn % 3 !== 1 ? [meal('12:40', 'LUNCH', of(lunches, turn))] : []),
    ...(turn % 4 !== 3 ? [meal('19:15', 'DINNER', of(dinners, turn))] : []),
    ...(turn % 3 === 1 ? [['17:30', { activityType: 'MOVE', title: 'Walk', activityDetails: { durationMinutes: 30 } }] as const] : []),
  ];
}

/** A few days of meals, doses and walks of a few members of each tenant, once: where they have any, nothing is made. */
export async function seedLogs(
  { activities, clock, log }: LogsDeps,
  tenants: readonly DemoTenant[],
  members: readonly DemoMember[],
  signal: AbortSignal,
): Promise<void> {
  for (const tenant of tenants) {
    const id = tenantId(tenant);
    const active = members.filter((one) => one.tenantId === id && one.profile.status === 'ACTIVE');
    // Whoever signs in as a member sees some on the own page.
    const isNamed = ({ email }: DemoMember) => email.startsWith('member@');
    const own = [...active.filter(isNamed), ...active.filter((one) => !isNamed(one))].slice(0, membersWithLogs);
    for (const [place, { userId, profile }] of own.entries()) {
      if (signal.aborted) return;
      const known = await activities.counted(id, { userId, fromDate: null, toDate: null, types: null, limit: 1 });
      if (known.length > 0) continue;
      await logsOf(activities, { tenantId: id, userId, place, profile, nowMs: clock.now() }).catch((error: unknown) =>
        log.warn({ err: error }, 'demo: what members logged is not complete'),
      );
    }
  }
}

async function logsOf(
  activities: LogsDeps['activities'],
  {
    tenantId: tenant,
    userId,
    place,
    profile,
    nowMs,
  }: Pick<DemoMember, 'tenantId' | 'userId' | 'profile'> & { place: number; nowMs: number },
): Promise<void> {
  const { timeZone } = profile;
  const today = calendarDay(nowMs / 1000, timeZone);
  for (let daysAgo = daysOfLogs - 1; daysAgo >= 0; daysAgo--) {
    const from = dateOfDay(today - daysAgo);
    for (const [time, sent] of dayOf(place, daysAgo)) {
      if (momentOfWallTime(from, time, timeZone) * 1000 > nowMs) continue;
      const activity = { ...sent, id: demoId(`${userId}/${from} ${time} ${sent.activityType}`), when: { time } };
      await activities.log(tenant, { userId, by: userId }, { from, tz: timeZone }, activity);
    }
  }
}
