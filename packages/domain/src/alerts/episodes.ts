import { belongTogether, topicOf } from './related.ts';
import { type AlertRule, type AlertSeverity, severities } from './rule.ts';

/** The last alert of a rule in an action. Unix seconds; `endedAt` null: it is not known to be over. */
export interface EpisodeAlert {
  readonly ruleId: string;
  readonly rule: AlertRule;
  readonly firedAt: number;
  readonly endedAt: number | null;
}

/** A live action with the alerts that it stands for. */
export interface OpenEpisode {
  readonly actionId: string;
  readonly alerts: readonly EpisodeAlert[];
}

/** An alert that fires. Unix seconds. */
export interface NewAlert {
  readonly ruleId: string;
  readonly rule: AlertRule;
  readonly at: number;
}

/** What an alert does to the action that it joins. */
export interface Joining<Episode extends OpenEpisode> {
  readonly episode: Episode;
  /** No alert of its rule has been in it. */
  readonly isNew: boolean;
  /** The action is told by it from now on. */
  readonly leads: boolean;
}

/** An alert joins an episode in which something stood so long ago at most: what comes after three quiet days is something new. Seconds. */
export const joinsWithinSeconds = 3 * 86_400;

const weight = (severity: AlertSeverity) => severities.indexOf(severity);
/** Of alerts that are told together the worst is first, so that the others join it. */
export const worstFirst = (one: Pick<AlertRule, 'severity'>, other: Pick<AlertRule, 'severity'>): number =>
  weight(other.severity) - weight(one.severity);

const hasRule = ({ alerts }: OpenEpisode, ruleId: string) => alerts.some((alert) => alert.ruleId === ruleId);
const severityOf = ({ alerts }: OpenEpisode) => Math.max(...alerts.map(({ rule }) => weight(rule.severity)));
const beganAt = ({ alerts }: OpenEpisode) => Math.min(...alerts.map(({ firedAt }) => firedAt));
const isOverAt = ({ endedAt }: EpisodeAlert, at: number) => endedAt !== null && endedAt <= at;
/** Since when nothing of it stands; `at` itself where something does. */
const quietSince = ({ alerts }: OpenEpisode, at: number) =>
  Math.max(...alerts.map((alert) => (isOverAt(alert, at) ? (alert.endedAt ?? at) : at)));

/**
 * The live action that an alert joins; null where it opens one. One of which something has stood within three days, or that a mild alert of this rule is in
 * already: what comes and goes over weeks is one slow change. Of several the one with a rule of the same system, then the most severe, then the first. What goes to other roles, by its category, is another episode.
 */
export function joiningOf<Episode extends OpenEpisode>(episodes: readonly Episode[], alert: NewAlert): Joining<Episode> | null {
  const { ruleId, rule, at } = alert;
  const isOfSystem = ({ alerts }: OpenEpisode) => Number(alerts.some((other) => topicOf(other.rule) === topicOf(rule)));
  const [episode] = episodes
    .filter(
      (one) =>
        one.alerts.every((other) => other.rule.category === rule.category) &&
        ((rule.severity === 'LOW' && hasRule(one, ruleId)) || at - quietSince(one, at) <= joinsWithinSeconds) &&
        belongTogether([...one.alerts.map((other) => other.rule), rule]),
    )
    .sort(
      (a, b) =>
        isOfSystem(b) - isOfSystem(a) || severityOf(b) - severityOf(a) || beganAt(a) - beganAt(b) || (a.actionId < b.actionId ? -1 : 1),
    );
  return episode ? { episode, isNew: !hasRule(episode, ruleId), leads: leadsEpisode(episode, alert) } : null;
}

/** Whether an episode is told by this alert from now on: it is more severe, or as severe as all of the worst, which are over. */
function leadsEpisode(episode: OpenEpisode, { rule, at }: NewAlert): boolean {
  const [before, now] = [severityOf(episode), weight(rule.severity)];
  if (now !== before) return now > before;
  return episode.alerts.every((alert) => weight(alert.rule.severity) < before || isOverAt(alert, at));
}

/** Whether an action closes by itself once all its alerts are over. */
export const closesOnceOver = ({ alerts }: Pick<OpenEpisode, 'alerts'>): boolean =>
  alerts.every(({ rule }) => rule.severity === 'LOW' && rule.closesOnClearing);
