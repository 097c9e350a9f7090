import { expiresOnceJoined, expiresWhileStanding, keptOpenFor, type TimeOfAction } from '../actions/time-to-live.ts';
import { closesOnceOver, type EpisodeAlert, joiningOf, type NewAlert, type OpenEpisode, worstFirst } from './episodes.ts';
import { slotSeconds } from './rule.ts';

/** Which alerts of one member would have opened an action; the others would have joined one. */
export interface Openers {
  readonly asEpisodes: readonly EpisodeAlert[];
  /** With an action for each rule. */
  readonly byRule: readonly EpisodeAlert[];
  readonly placeOf: ReadonlyMap<EpisodeAlert, PlaceOfAlert>;
}

export interface PlaceOfAlert {
  /** The alert that opened its action. */
  readonly opener: EpisodeAlert;
  /** The action was told by it from then on. */
  readonly leads: boolean;
}

/**
 * Which alerts of one member would have opened an action while nobody dealt with any. Dealt with sooner, they are more: what fires after that opens another.
 * An alert of which the data has stopped is taken to stand, since a replay knows how it went on.
 */
export function openersOf(alerts: readonly EpisodeAlert[]): Openers {
  const inOrder = alerts.toSorted((a, b) => a.firedAt - b.firedAt || worstFirst(a.rule, b.rule));
  const placeOf = placesBy(inOrder, joiningOf);
  return { asEpisodes: openingOf(placeOf), byRule: openingOf(placesBy(inOrder, joiningOfRule)), placeOf };
}

const openingOf = (places: Openers['placeOf']) => [...places].flatMap(([alert, { opener }]) => (alert === opener ? [alert] : []));

const joiningOfRule: typeof joiningOf = (episodes, alert) =>
  joiningOf(
    episodes.filter(({ alerts }) => alerts.some(({ ruleId }) => ruleId === alert.ruleId)),
    alert,
  );

interface ReplayedEpisode extends OpenEpisode, TimeOfAction {
  readonly opener: EpisodeAlert;
  /** Up to when it has been looked at. */
  readonly until: number;
}

function placesBy(alerts: readonly EpisodeAlert[], joining: typeof joiningOf): Map<EpisodeAlert, PlaceOfAlert> {
  let open: readonly ReplayedEpisode[] = [];
  const places = new Map<EpisodeAlert, PlaceOfAlert>();
  for (const alert of alerts) {
    const { ruleId, rule, firedAt: at } = alert;
    open = open.flatMap((one) => upTo(one, at) ?? []);
    const joins = joining(open, { ruleId, rule, at });
    const next = joins ? joinedBy(joins, alert) : begunBy(alert, `${places.size}`);
    places.set(alert, { opener: next.opener, leads: joins?.leads ?? true });
    open = [...open.filter((one) => one !== joins?.episode), next];
  }
  return places;
}

const timeOf = ({ rule }: Pick<NewAlert, 'rule'>) => rule.timeToLiveHours * 3_600;

const begunBy = (alert: EpisodeAlert, actionId: string): ReplayedEpisode => ({
  ...{ actionId, alerts: [alert], opener: alert, priority: alert.rule.severity, dueAt: null },
  ...{ expiresAt: alert.firedAt + timeOf(alert), until: alert.firedAt },
});

function joinedBy(
  { episode, isNew, leads }: NonNullable<ReturnType<typeof joiningOf<ReplayedEpisode>>>,
  alert: EpisodeAlert,
): ReplayedEpisode {
  const others = episode.alerts.filter(({ ruleId }) => ruleId !== alert.ruleId);
  const timed = isNew || leads ? expiresOnceJoined(episode, { timeToLive: timeOf(alert), leads }, alert.firedAt) : episode.expiresAt;
  const isMoreUrgent = leads && worstFirst(alert.rule, { severity: episode.priority }) < 0;
  return { ...episode, alerts: [...others, alert], expiresAt: timed, priority: isMoreUrgent ? alert.rule.severity : episode.priority };
}

/** An action at a moment, before anything fires then; null where it has ended by itself. */
function upTo(episode: ReplayedEpisode, at: number): ReplayedEpisode | null {
  let { expiresAt } = episode;
  for (let from = episode.until; ; ) {
    const next = nextKept({ ...episode, expiresAt }, from);
    if (next === null || next.at >= at) break;
    ({ expiresAt } = next);
    from = next.at + slotSeconds;
  }
  if (expiresAt <= at || (closesOnceOver(episode) && episode.alerts.every(({ endedAt }) => endedAt !== null && endedAt < at))) return null;
  return { ...episode, expiresAt, until: at };
}

/** The first moment from `from` on at which an alert that stands keeps an action open for longer, and until when. */
function nextKept(episode: ReplayedEpisode, from: number): { readonly at: number; readonly expiresAt: number } | null {
  const standsAt = (at: number) => episode.alerts.filter(({ firedAt, endedAt }) => firedAt <= at && (endedAt === null || endedAt >= at));
  const moments = episode.alerts.flatMap((alert) => {
    const at = Math.max(from, alert.firedAt, slotAfter(episode.expiresAt - keptOpenFor(episode, timeOf(alert)) / 2));
    return at < episode.expiresAt && at <= (alert.endedAt ?? Number.POSITIVE_INFINITY) ? [at] : [];
  });
  if (moments.length === 0) return null;
  const at = Math.min(...moments);
  return { at, expiresAt: expiresWhileStanding(episode, standsAt(at).map(timeOf), at) };
}

/** Rules are judged at the ends of slots. */
const slotAfter = (at: number) => (Math.floor(at / slotSeconds) + 1) * slotSeconds;
