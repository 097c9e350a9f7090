import { catalogue, type MetricId } from '../metrics/catalogue.ts';
import { averageAsRead, levelAsRead } from './decide.ts';
import type { EffectiveRule, Layer } from './layers.ts';
import { type Aggregate, type AlertRule, type AlertSeverity, type Direction, isReadAtRest, severities, slotSeconds } from './rule.ts';

/** What every mark of a reading names: the rule, and whose word its level is. */
interface NamedRule {
  readonly ruleId: string;
  readonly title: string;
  readonly metric: MetricId;
  readonly severity: AlertSeverity;
  readonly direction: Direction;
  readonly aggregate: Exclude<Aggregate, 'total'>;
  /** Timeframe string. */
  readonly window: string;
  readonly persistMinutes: number;
  readonly setBy: Layer['kind'];
}

/** A limit of one of a member's own rules that a single reading can be held against; in the metric's unit, inclusive. */
export interface ValueLimit extends NamedRule {
  readonly level: number;
}

/** A rule of a member whose condition holds now, or whose alert stands. Unix seconds. */
export interface RuleStanding extends NamedRule {
  /** Null where the rule compares with the member's own baseline. */
  readonly level: number | null;
  /** Since when the condition has held; null where it does not now. */
  readonly holdsSince: number | null;
  /** When the alert that stands was fired; null where none does. */
  readonly firedAt: number | null;
  /** The open action of that alert; null where there is none, or somebody has ended it. */
  readonly actionId: string | null;
}

/** What decides whether a reading of a member is out of range. */
export interface MemberLimits {
  readonly limits: readonly ValueLimit[];
  readonly standings: readonly RuleStanding[];
}

export const noLimits: MemberLimits = { limits: [], standings: [] };

/** Where the rule stands: an action is open; its alert stands and the action was ended; the condition has to hold longer; neither. */
export const alertStates = ['open', 'ended', 'pending', 'none'] as const;

/** Which rule of the member's own a reading is beyond, and what became of it. */
export interface OutOfRange {
  readonly ruleId: string;
  readonly title: string;
  readonly severity: AlertSeverity;
  readonly side: 'high' | 'low';
  /** The level, inclusive, in the metric's unit; null where the rule compares with the member's own baseline. */
  readonly limit: number | null;
  readonly aggregate: Exclude<Aggregate, 'total'>;
  readonly window: string;
  readonly persistMinutes: number;
  /** Whose word the limit is. */
  readonly setBy: Layer['kind'];
  readonly alert: (typeof alertStates)[number];
  /** When the alert fired, or since when the condition holds; null where neither is so. Unix seconds. */
  readonly alertSince: number | null;
}

/** The rule in the form that marks name it by; null of one that is about no single reading, or is off for the member. */
export function namedRule(
  { ruleId, title }: { readonly ruleId: string; readonly title: string },
  { rule, layers, off }: Pick<EffectiveRule, 'rule' | 'layers' | 'off'>,
): (NamedRule & Pick<AlertRule, 'against' | 'level'>) | null {
  const { subject, aggregate, severity, direction, window, persistMinutes, against, level } = rule;
  if (subject.kind !== 'metric' || aggregate === 'total' || off !== null) return null;
  return {
    ruleId,
    title,
    metric: subject.metric,
    severity,
    direction,
    aggregate,
    window,
    persistMinutes,
    setBy: layers.level.kind,
    against,
    level,
  };
}

/** A newest reading of a member. */
export interface NewestReading {
  readonly value: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** The newest readings of a member by metric. */
export type NewestReadings = Readonly<Record<string, NewestReading | undefined>>;

/**
 * Which of the member's own rules a newest reading is beyond: the most severe, and of those the one whose level lies farthest out. A
 * rule that compares with the baseline counts while its alert stands. Null within all limits, of a reading that is too old to speak of
 * now (the catalogue's `staleAfterSeconds`), and of a pulse or respiration that was read while walking.
 */
export function findOutOfRange(
  metric: MetricId,
  readings: NewestReadings,
  { limits, standings }: MemberLimits,
  nowSeconds: number,
): OutOfRange | null {
  const reading = readings[metric];
  if (!reading || nowSeconds - reading.timestamp > catalogue[metric].staleAfterSeconds) return null;
  const isMoving = isReadAtRest(metric) && wasWalking(reading, readings.steps);
  const crossed = isMoving ? [] : limits.filter((limit) => limit.metric === metric && isBeyond(limit, reading.value));
  const compared = standings.filter((one) => one.metric === metric && one.level === null && one.firedAt !== null);
  const [worst] = [...crossed, ...compared].sort(bySeverity);
  if (!worst) return null;
  const { ruleId, title, severity, direction, level, aggregate, window, persistMinutes, setBy } = worst;
  const about = standings.filter((one) => one === worst || crossed.some((limit) => limit.ruleId === one.ruleId));
  return {
    ...{ ruleId, title, severity, limit: level, aggregate, window, persistMinutes, setBy },
    side: direction === 'at_least' ? 'high' : 'low',
    ...alertOf(about),
  };
}

function isBeyond({ metric, direction, level }: ValueLimit, value: number): boolean {
  const subject = { kind: 'metric', metric } as const;
  const [read, limit] = [averageAsRead({ subject }, value), levelAsRead({ subject, against: 'value' }, level)];
  return direction === 'at_least' ? read >= limit : read <= limit;
}

/** Steps in the same five minutes: what a rule about rest would not read either. */
function wasWalking({ timestamp }: NewestReading, steps: NewestReading | undefined): boolean {
  return steps !== undefined && steps.value > 0 && Math.floor(steps.timestamp / slotSeconds) === Math.floor(timestamp / slotSeconds);
}

type Marked = NamedRule & { readonly level: number | null };

/** The most severe first; of limits on one side the one farthest out, and a limit before a comparison. */
function bySeverity(one: Marked, other: Marked): number {
  const severity = severities.indexOf(other.severity) - severities.indexOf(one.severity);
  if (severity !== 0 || one.level === other.level) return severity;
  if (one.level === null || other.level === null) return one.level === null ? 1 : -1;
  return one.direction === 'at_least' ? other.level - one.level : one.level - other.level;
}

function alertOf(standings: readonly RuleStanding[]): Pick<OutOfRange, 'alert' | 'alertSince'> {
  const fired = standings.filter(({ firedAt }) => firedAt !== null);
  const open = fired.filter(({ actionId }) => actionId !== null);
  if (open.length > 0) return { alert: 'open', alertSince: earliest(open.map(({ firedAt }) => firedAt)) };
  if (fired.length > 0) return { alert: 'ended', alertSince: earliest(fired.map(({ firedAt }) => firedAt)) };
  const held = standings.filter(({ holdsSince }) => holdsSince !== null);
  if (held.length > 0) return { alert: 'pending', alertSince: earliest(held.map(({ holdsSince }) => holdsSince)) };
  return { alert: 'none', alertSince: null };
}

const earliest = (moments: readonly (number | null)[]) => Math.min(...moments.filter((moment) => moment !== null));
