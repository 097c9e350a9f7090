import type { OnCallRotas } from '@vigil/contract/alerts-on-call.contract';
import type { ChangedRota, NewOverride } from '@vigil/contract/alerts-on-call.forms';
import type { ActionRole } from '@vigil/domain/actions/moves';
import { calendarDay, momentOfDay } from '@vigil/domain/timeframe/zone';
import type { Log } from '#platform/log.ts';
import { type DemoTenant, demoId, tenantId } from './people.ts';

export interface RotasDeps {
  readonly onCall: {
    readonly get: (tenantId: string) => Promise<OnCallRotas>;
    readonly put: (tenantId: string, by: string, role: ActionRole, rota: ChangedRota) => Promise<unknown>;
    readonly override: (tenantId: string, by: string, role: ActionRole, cover: NewOverride) => Promise<unknown>;
  };
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

const timeZone = 'America/Los_Angeles';
const weekdays = [1, 2, 3, 4, 5];
const everyDay = [...weekdays, 6, 7];

/** The week of each role that has one. At night no nurse is on call, so that alarms go on to the physician at once. */
const weeks = [
  { role: 'md', days: everyDay, from: '00:00', to: '00:00' },
  { role: 'nurse', days: everyDay, from: '07:00', to: '21:00' },
  { role: 'coach', days: weekdays, from: '09:00', to: '17:00' },
] as const;

/** The nurse of all tenants has the nurse's evening of the day after tomorrow. Minutes of the day. */
const covered = { daysAhead: 2, from: 17 * 60, until: 21 * 60 } as const;

/** A rota in each tenant, and a cover ahead. Once: a role that has a week keeps its own. */
export async function seedRotas({ onCall, clock, log }: RotasDeps, tenants: readonly DemoTenant[]): Promise<void> {
  const [home] = tenants;
  const day = calendarDay(clock.now() / 1000, timeZone) + covered.daysAhead;
  for (const tenant of tenants) {
    const id = tenantId(tenant);
    const admin = demoId(`${tenant.code}/admin`);
    const { rotas } = await onCall.get(id);
    if (rotas.some(({ version }) => version > 0)) continue;
    try {
      for (const { role, days, from, to } of weeks) {
        const staffId = demoId(`${tenant.code}/${role}`);
        await onCall.put(id, admin, role, { version: 0, timeZone, shifts: days.map((weekday) => ({ weekday, from, to, staffId })) });
      }
      if (home)
        await onCall.override(id, admin, 'nurse', {
          id: demoId(`${tenant.code}/cover`),
          staffId: demoId(`${home.code}/both`),
          from: momentOfDay(day, covered.from, timeZone) * 1000,
          until: momentOfDay(day, covered.until, timeZone) * 1000,
        });
    } catch (error) {
      // Somebody of the demonstration's staff has been taken out: the rest of it starts all the same.
      log.warn({ err: error }, 'demo: the rota is not complete');
    }
  }
}
