import { lastLevel } from '@vigil/domain/alerts/alarm';
import { type ChainStep, chainSteps, firstWrittenLevel, levelWithSomebody } from '@vigil/domain/alerts/chain';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { StandingAlarm } from './alarms.ts';
import { type Chain, peopleAt, type ReadChain } from './chain.ts';

/** People who were told of an alarm together. `at` in milliseconds. */
export interface Notified {
  readonly step: ChainStep;
  readonly at: number;
  readonly userIds: readonly string[];
  /** Whether they were also sent an e-mail or a text message, rather than told in the portal alone. */
  readonly isWritten: boolean;
}

/** Whom an alarm has told since it was raised, the first first, each step when it told them last, and whom it tells next if nobody acknowledges it. */
export interface Notifications {
  readonly notified: readonly Notified[];
  /** Null: nobody further is told. `at` in milliseconds. */
  readonly next: { readonly step: ChainStep; readonly at: number } | null;
}

export type ReadNotifications = (tenantId: string, alarms: readonly StandingAlarm[]) => Promise<ReadonlyMap<string, Notifications>>;

interface RungRow {
  readonly alarmId: string;
  readonly level: number;
  readonly at: number;
  readonly told: readonly string[];
}

/** Of each alarm so many at most, the newest. */
const mostNotified = 10;

/** `sendsMessages`: whether this server has a mail server or a way to send text messages; else what is written waits for the administrators. */
export function createReadNotifications(
  database: Pick<Database, 'tenant'>,
  readChain: ReadChain,
  sendsMessages: boolean,
): ReadNotifications {
  return (tenantId, alarms) =>
    database.tenant(tenantId, async (sql) => {
      if (alarms.length === 0) return new Map();
      const rung = Map.groupBy(await readRung(sql, tenantId, alarms), ({ alarmId }) => alarmId);
      const climbing = alarms.filter(({ state, dueAt }) => state === 'raised' && dueAt !== null);
      const chain = climbing.length > 0 ? await readChain(sql, tenantId, climbing) : null;
      return new Map(
        alarms.map((alarm) => [
          alarm.id,
          {
            notified: lastOfEach(rung.get(alarm.id) ?? []).map((one) => notifiedOf(one, sendsMessages)),
            next: chain && climbing.includes(alarm) ? nextOf(alarm, chain) : null,
          },
        ]),
      );
    });
}

const readRung = (sql: Sql, tenantId: string, alarms: readonly StandingAlarm[]): Promise<RungRow[]> =>
  sql.query<RungRow>(
    `select alarm_id, level, at, told from (
       select e.alarm_id, e.level, e.at, e.told, e.sequence, row_number() over (partition by e.alarm_id order by e.sequence desc) as newest
       from vigil.alarm_events e join vigil.alarms a on a.tenant_id = e.tenant_id and a.id = e.alarm_id
       where e.tenant_id = $1 and e.alarm_id = any($2::uuid[]) and e.rang and e.at >= a.raised_at
     ) rung where newest <= ${mostNotified} order by sequence`,
    [tenantId, alarms.map(({ id }) => id)],
  );

/** An alarm that became more urgent has rung again for the same people: once is enough. */
const lastOfEach = (rung: readonly RungRow[]) =>
  rung.filter(({ level, told }, index) => {
    const next = rung[index + 1];
    return !next || next.level !== level || next.told.join() !== told.join();
  });

const stepOf = (level: number): ChainStep => chainSteps[level] ?? 'all_providers';

const notifiedOf = ({ level, at, told }: RungRow, sendsMessages: boolean): Notified => ({
  ...{ step: stepOf(level), at, userIds: told, isWritten: sendsMessages && level >= firstWrittenLevel },
});

function nextOf(alarm: StandingAlarm, chain: Chain): Notifications['next'] {
  const level = levelWithSomebody(Math.min(alarm.level + 1, lastLevel), (step) => peopleAt(chain, step, alarm).length > 0);
  return alarm.dueAt === null ? null : { step: stepOf(level), at: alarm.dueAt };
}
