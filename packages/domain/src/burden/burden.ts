import { median, percentile } from '../statistics/robust.ts';

/**
 * What is usual at home: alerts, and alerts handled by hand, per member and week (van Steenkiste et al., JMIR Med Inform
 * 2025;13:e66066).
 */
export const burdenYardstick = {
  alertsPerMemberWeek: 3.4,
  byHandPerMemberWeek: 0.7,
  source: 'van Steenkiste et al., JMIR Med Inform 2025;13:e66066',
} as const;

/**
 * How an alert ended: by an intervention that it called for, by one that said "artefact, expected, known", closed without either,
 * or when its time to live was over.
 */
export type AlertEnd = 'clinical' | 'noise' | 'closed' | 'expired';

/** An alert that somebody had to answer for. Unix seconds. */
export interface AnsweredAlert {
  readonly userId: string;
  readonly ruleId: string;
  readonly openedAt: number;
  readonly acknowledged: { readonly at: number; readonly by: string } | null;
  /** `by` null: the server. */
  readonly ended: { readonly kind: AlertEnd; readonly at: number; readonly by: string | null } | null;
  /** Who has or had it. */
  readonly holder: string | null;
  /** How often its rule was true again while it was open: folded into it, and not told anew. */
  readonly repeats: number;
}

/** Times until something was done, of those with which it was. Seconds; null of none. */
export interface BurdenTimes {
  readonly alerts: number;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
}

export interface BurdenFigures {
  readonly alerts: number;
  readonly repeats: number;
  /** Whom the alerts were about. */
  readonly members: number;
  /** Null where nobody was watched. */
  readonly alertsPerMemberWeek: number | null;
  /** Ended by somebody, not by time nor by a condition that cleared. */
  readonly byHandPerMemberWeek: number | null;
  readonly acknowledged: BurdenTimes;
  readonly intervened: BurdenTimes;
  readonly clinical: number;
  readonly noise: number;
  /** Share of the judged that were clinical; null where none was judged. */
  readonly precision: number | null;
  /** Of which nobody said what they were: neither right nor wrong. */
  readonly notJudged: { readonly expired: number; readonly closed: number; readonly unanswered: number };
}

/** The burden of alerts over so many weeks of members. Alerts of which nobody said what they were count for no precision. */
export function burdenOf(alerts: readonly AnsweredAlert[], memberWeeks: number): BurdenFigures {
  const ended = (kind: AlertEnd) => alerts.filter((alert) => alert.ended?.kind === kind);
  const [clinical, noise, closed, expired] = [ended('clinical'), ended('noise'), ended('closed'), ended('expired')];
  const perWeek = (count: number) => (memberWeeks > 0 ? count / memberWeeks : null);
  const judged = clinical.length + noise.length;
  return {
    alerts: alerts.length,
    repeats: alerts.reduce((sum, { repeats }) => sum + repeats, 0),
    members: new Set(alerts.map(({ userId }) => userId)).size,
    alertsPerMemberWeek: perWeek(alerts.length),
    byHandPerMemberWeek: perWeek(judged + closed.filter(({ ended: end }) => end?.by !== null).length),
    acknowledged: times(alerts.flatMap(({ acknowledged, openedAt }) => (acknowledged ? acknowledged.at - openedAt : []))),
    intervened: times([...clinical, ...noise].flatMap(({ ended: end, openedAt }) => (end ? end.at - openedAt : []))),
    clinical: clinical.length,
    noise: noise.length,
    precision: judged === 0 ? null : clinical.length / judged,
    notJudged: { expired: expired.length, closed: closed.length, unanswered: alerts.filter((alert) => alert.ended === null).length },
  };
}

/** Whose an alert was: who ended it, else who acknowledged it, else who has it. */
export function clinicianOf({ ended, acknowledged, holder }: AnsweredAlert): string | null {
  return ended?.by ?? acknowledged?.by ?? holder;
}

function times(seconds: readonly number[]): BurdenTimes {
  if (seconds.length === 0) return { alerts: 0, medianSeconds: null, p90Seconds: null };
  const known = seconds.map((one) => Math.max(0, one));
  return { alerts: known.length, medianSeconds: median(known), p90Seconds: percentile(known, 0.9) };
}
