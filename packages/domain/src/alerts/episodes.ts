import { belongTogether, type Grouped, topicOf } from './related.ts';
import { type AlertRule, type AlertSeverity, severities } from './rule.ts';

/** An open action and the rules whose alerts it stands for. */
export interface OpenEpisode {
  readonly actionId: string;
  readonly category: AlertRule['category'];
  readonly severity: AlertSeverity;
  /** The rule that it is told by no longer holds. */
  readonly isOver: boolean;
  readonly rules: readonly Grouped[];
  /** Its first and its latest alert. Unix seconds. */
  readonly beganAt: number;
  readonly lastAt: number;
}

/** An alert joins an episode whose latest one is at most so old: what comes after three quiet days is something new. Seconds. */
export const joinsWithinSeconds = 3 * 86_400;

const weight = (severity: AlertSeverity) => severities.indexOf(severity);

/**
 * The episode that an alert of a rule at a moment (Unix seconds) belongs to; null where it begins one. Of several the one with a rule of the same
 * system, then the most severe, then the first. What goes to other roles, by its category, is another episode.
 */
export function episodeFor<Episode extends OpenEpisode>(episodes: readonly Episode[], rule: AlertRule, atSeconds: number): Episode | null {
  const own = ({ rules }: OpenEpisode) => Number(rules.some((other) => topicOf(other) === topicOf(rule)));
  const [first] = episodes
    .filter(
      ({ category, lastAt, rules }) =>
        category === rule.category && atSeconds - lastAt <= joinsWithinSeconds && belongTogether([...rules, rule]),
    )
    .sort(
      (a, b) => own(b) - own(a) || weight(b.severity) - weight(a.severity) || a.beganAt - b.beganAt || (a.actionId < b.actionId ? -1 : 1),
    );
  return first ?? null;
}

/** Whether an episode is told by this alert from now on: it is more severe, or as severe as one that is over. */
export const leadsEpisode = ({ severity, isOver }: Pick<OpenEpisode, 'severity' | 'isOver'>, rule: Pick<AlertRule, 'severity'>): boolean =>
  weight(rule.severity) > weight(severity) || (isOver && rule.severity === severity);

/** An alert of a replay. Unix seconds; `endedAt` null: it stood at the end. */
export interface ReplayedAlert {
  readonly rule: AlertRule;
  readonly firedAt: number;
  readonly endedAt: number | null;
}

/** Which alerts of one member would have opened an action; the others would have joined one. */
export interface Openers {
  readonly asEpisodes: readonly ReplayedAlert[];
  /** With an action for each rule. */
  readonly byRule: readonly ReplayedAlert[];
}

/**
 * Which alerts of one member would have opened an action while nobody dealt with any: each was open until its time was over. Dealt with sooner, they are
 * more: what fires after that opens another.
 */
export function openersOf(alerts: readonly ReplayedAlert[]): Openers {
  const inOrder = [...alerts].sort((a, b) => a.firedAt - b.firedAt);
  return { asEpisodes: openersBy(inOrder, episodeFor), byRule: openersBy(inOrder, sameRule) };
}

interface ReplayedEpisode extends OpenEpisode {
  readonly lead: ReplayedAlert;
  readonly expiresAt: number;
}

const sameRule = (episodes: readonly ReplayedEpisode[], rule: AlertRule) => episodes.find(({ lead }) => lead.rule === rule) ?? null;

function openersBy(
  alerts: readonly ReplayedAlert[],
  find: (episodes: readonly ReplayedEpisode[], rule: AlertRule, at: number) => ReplayedEpisode | null,
): readonly ReplayedAlert[] {
  let open: readonly ReplayedEpisode[] = [];
  const openers: ReplayedAlert[] = [];
  for (const alert of alerts) {
    const { rule, firedAt: at } = alert;
    open = open
      .filter(({ expiresAt }) => expiresAt > at)
      .map((one) => ({ ...one, isOver: one.lead.endedAt !== null && one.lead.endedAt <= at }));
    const joined = find(open, rule, at);
    if (!joined) openers.push(alert);
    const next = joined ? joinedBy(joined, alert) : begunBy(alert, `${openers.length}`);
    open = [...open.filter((one) => one !== joined), next];
  }
  return openers;
}

const hours = 3_600;
const begunBy = (alert: ReplayedAlert, actionId: string): ReplayedEpisode => {
  const { rule, firedAt: at } = alert;
  const { category, severity, timeToLiveHours } = rule;
  return {
    ...{ actionId, category, severity, lead: alert, rules: [rule], isOver: false, beganAt: at, lastAt: at },
    expiresAt: at + timeToLiveHours * hours,
  };
};

function joinedBy(episode: ReplayedEpisode, alert: ReplayedAlert): ReplayedEpisode {
  const { rule, firedAt: at } = alert;
  const leads = leadsEpisode(episode, rule);
  const led = { ...episode, lastAt: at, ...(leads && { lead: alert, severity: rule.severity, isOver: false }) };
  if (episode.rules.includes(rule)) return led;
  return { ...led, rules: [...episode.rules, rule], expiresAt: Math.max(episode.expiresAt, at + rule.timeToLiveHours * hours) };
}
