import type { TypedMetric } from '@vigil/domain/activities/measures';
import type { AlarmState } from '@vigil/domain/alerts/alarm';
import { isBeyondLimit } from '@vigil/domain/alerts/decide';
import type { AlertRule, Direction, MeasuredAgainst } from '@vigil/domain/alerts/rule';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import type { Database } from '#platform/postgres/database.ts';
import type { MemberRules } from '../rules/member-rules.ts';

/** One measurement that somebody logged: its values, when it was measured and when it was stored. Milliseconds. */
export interface LoggedValues {
  readonly userId: string;
  readonly values: Readonly<Partial<Record<TypedMetric, number>>>;
  readonly at: number;
  /** By the database's clock. */
  readonly storedAt: number;
}

/** What alert rules did about logged values since they were stored. Times in milliseconds since 1970. */
export interface ToldAbout {
  /** Whether the rules have looked at the member since. */
  readonly isJudged: boolean;
  /** Alarms about these metrics that hold now, or have held since. */
  readonly alarms: readonly AlarmTold[];
}

interface AlarmTold {
  readonly metric: TypedMetric;
  readonly direction: Direction;
  /** Whether the value itself is beyond the limit of the rule as it holds for the member, and not only another one near it. */
  readonly isBeyond: boolean;
  /** What that limit is a limit of; of a rule that no longer runs, of the value. */
  readonly against: MeasuredAgainst;
  readonly state: AlarmState;
  /** Each time that somebody was told since the rule fired, the first one first: before that it was of another rule of the alarm. */
  readonly rings: readonly RingTold[];
}

interface RingTold {
  readonly at: number;
  readonly told: readonly string[];
  /** They were told that it is one of many, and not of this one. */
  readonly inStorm: boolean;
}

interface AlarmRow extends Omit<AlarmTold, 'isBeyond' | 'against'> {
  readonly ruleId: string;
  readonly firedAt: number | null;
  /** What the rule compared with when it fired; null for a rule about the value itself. */
  readonly baseline: number | null;
}

/** A ring has the time at which its transaction began, and an alert that at which it was kept, within it: no transaction takes longer. */
const transactionSeconds = 30;

/** What became of values that somebody logged. */
export async function readToldAbout(
  { database, memberRules }: { readonly database: Database; readonly memberRules: Pick<MemberRules, 'list'> },
  tenantId: string,
  logged: LoggedValues,
): Promise<ToldAbout> {
  const { isJudged, rows } = await readAlarms(database, tenantId, logged);
  const rules = rows.length === 0 ? [] : await memberRules.list(tenantId, logged.userId);
  const ruleOf = (id: string) => rules.find(({ ruleId, state, off }) => ruleId === id && state === 'live' && off === null)?.rule;
  return {
    isJudged,
    alarms: rows.map(({ ruleId, firedAt, baseline, ...alarm }) => ({
      ...alarm,
      against: ruleOf(ruleId)?.against ?? 'value',
      isBeyond: isAbout(ruleOf(ruleId), logged, { ...alarm, firedAt, baseline }),
    })),
  };
}

function isAbout(
  rule: AlertRule | undefined,
  { values, at }: LoggedValues,
  { metric, firedAt, baseline }: Pick<AlarmRow, 'metric' | 'firedAt' | 'baseline'>,
): boolean {
  const value = values[metric];
  if (rule === undefined || value === undefined || !isBeyondLimit(rule, value, baseline)) return false;
  if (rule.against === 'value') return true;
  // What the baseline of then says of a value that was measured long before it is not known.
  return firedAt !== null && at >= firedAt - (parseTimeframe(rule.window)?.lengthSeconds ?? 0) * 1000;
}

function readAlarms(database: Database, tenantId: string, { userId, values, storedAt }: LoggedValues) {
  return database.tenant(tenantId, async (sql) => {
    const [watch] = await sql.query<{ isJudged: boolean }>(
      `select not exists (select from vigil.alert_passes where tenant_id = $1)
         or exists (select from vigil.alert_watches where tenant_id = $1 and user_id = $2 and evaluated_at > $3) as is_judged`,
      [tenantId, userId, new Date(storedAt)],
    );
    const rows = await sql.query<AlarmRow>(
      `select p.subject ->> 'metric' as metric, p.direction, p.rule_id, a.state, coalesce(rang.rings, '[]') as rings, f.fired_at,
         (f.evidence ->> 'baseline')::float8 as baseline
       from vigil.alarms a
       join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id
       left join vigil.alert_firings f on f.tenant_id = p.tenant_id and f.id = p.firing_id
       left join lateral (
         select jsonb_agg(jsonb_build_object(
           'at', floor(extract(epoch from e.at) * 1000), 'told', e.told, 'inStorm', e.in_storm) order by e.sequence) as rings
         from vigil.alarm_events e where e.tenant_id = a.tenant_id and e.alarm_id = a.id and e.rang
           and (f.told_at is null or e.at >= f.told_at - interval '${transactionSeconds} seconds')
       ) rang on true
       where a.tenant_id = $1 and a.user_id = $2 and p.subject ->> 'kind' = 'metric' and p.subject ->> 'metric' = any($3)
         and (a.is_live and p.holds and not p.ended or f.told_at >= $4 or f.ended_at >= $4)
       order by a.id, p.rule_id`,
      [tenantId, userId, Object.keys(values), new Date(storedAt)],
    );
    return { isJudged: watch?.isJudged ?? false, rows };
  });
}
