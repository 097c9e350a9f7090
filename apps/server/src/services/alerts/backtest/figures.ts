import type { BacktestFigures } from '@vigil/contract/alerts-backtests.contract';
import { heldAgainstInterventions } from '@vigil/domain/alerts/caught';
import type { EpisodeAlert } from '@vigil/domain/alerts/episodes';
import { openersOf } from '@vigil/domain/alerts/openers';
import type { Firing, Replay } from '@vigil/domain/alerts/replay';
import { type AlertRule, slotSeconds } from '@vigil/domain/alerts/rule';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { RuleVersionRow } from '../rules/rules.store.ts';
import type { History } from './histories.ts';

/** What one version would have done for one member. */
export interface MemberReplay {
  readonly userId: string;
  /** As it holds for the member. */
  readonly rule: AlertRule;
  readonly timeZone: string;
  /** Since when they are a member, in Unix seconds; null: no sign of life is known but readings. */
  readonly since: number | null;
  readonly replay: Replay;
  readonly history: Pick<History, 'readings' | 'late' | 'slots'>;
  /** What the other live rules about the same readings would have done meanwhile. */
  readonly live: readonly { readonly ruleId: string; readonly rule: AlertRule; readonly firings: readonly Firing[] }[];
  /** When somebody intervened clinically in an action of the rule's category. Unix seconds. */
  readonly intervenedAt: readonly number[];
}

/** What is replayed, [from, to). Unix seconds. */
export interface Stretch {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

const weekSeconds = 7 * 86_400;
const dayMs = 86_400_000;

/** Sums up what one version would have done, member by member. */
export function createFigures(version: RuleVersionRow, stretch: Stretch, liveRules: number) {
  const byDay = new Map<number, number>();
  const members: BacktestFigures['members'] = [];
  const sums = { watchedSeconds: 0, firings: 0, actions: 0, unknownSeconds: 0, overlapping: 0, readings: 0, late: 0 };
  const interventions = { caught: 0, missed: 0, followedAlerts: 0, unfollowedAlerts: 0 };

  return {
    add({ userId, rule, timeZone, since, replay: { firings, unknownSeconds }, history, live, intervenedAt }: MemberReplay): void {
      const watchedFrom = watchedFromOf(stretch, since, history.slots);
      sums.watchedSeconds += stretch.toSeconds - watchedFrom;
      sums.firings += firings.length;
      const { asEpisodes } = openersOf([...alertsOf({ ruleId: version.ruleId, rule, firings }), ...live.flatMap(alertsOf)]);
      sums.actions += asEpisodes.filter(({ ruleId }) => ruleId === version.ruleId).length;
      // What lies before there was anything of them was nobody's time, and not unknown.
      sums.unknownSeconds += unknownSeconds - (watchedFrom - stretch.fromSeconds);
      sums.readings += history.readings;
      sums.late += history.late;
      const held = heldAgainstInterventions({ ...stretch, firedAt: firings.map(({ firedAt }) => firedAt), intervenedAt });
      interventions.caught += held.caught;
      interventions.missed += held.missed;
      interventions.followedAlerts += held.followed;
      interventions.unfollowedAlerts += held.unfollowed;
      for (const { firedAt } of firings) {
        const day = calendarDay(firedAt, timeZone);
        byDay.set(day, (byDay.get(day) ?? 0) + 1);
        if (live.some((other) => other.firings.some((firing) => stands(firing, firedAt)))) sums.overlapping += 1;
      }
      const last = firings.at(-1);
      if (!last) return;
      const lastFiredOn = dateOf(calendarDay(last.firedAt, timeZone));
      members.push({ userId, firings: firings.length, lastFiredAt: last.firedAt, lastFiredOn, standing: last.endedAt === null });
    },

    told(): BacktestFigures {
      const { ruleId, version: number, title, state } = version;
      const seconds = sums.watchedSeconds;
      return {
        ...{ ruleId, version: number, title, state, firings: sums.firings, actions: sums.actions },
        byDay: [...byDay].sort(([a], [b]) => a - b).map(([day, count]) => ({ day: dateOf(day), firings: count })),
        perMemberWeek: seconds === 0 ? null : sums.firings / (seconds / weekSeconds),
        members: [...members].sort((a, b) => b.firings - a.firings || b.lastFiredAt - a.lastFiredAt),
        unknownShare: seconds === 0 ? null : sums.unknownSeconds / seconds,
        interventions: { ...interventions },
        overlapping: { firings: sums.overlapping, liveRules },
        lateShare: sums.readings === 0 ? null : sums.late / sums.readings,
      };
    },
  };
}

/** A member's time begins with the first sign of life or the first reading, whichever was before: alerts of it stand against that time alone. */
function watchedFromOf({ fromSeconds, toSeconds }: Stretch, since: number | null, slots: ArrayLike<number>): number {
  let first = since === null ? toSeconds : Math.floor(since / slotSeconds) * slotSeconds;
  for (let index = 0; index < slots.length; index++) first = Math.min(first, (slots[index] ?? 0) * slotSeconds);
  return Math.min(toSeconds, Math.max(fromSeconds, first));
}

const alertsOf = ({ ruleId, rule, firings }: MemberReplay['live'][number]): EpisodeAlert[] =>
  firings.map((firing) => ({ ruleId, rule, ...firing }));
const stands = ({ firedAt, endedAt }: Firing, at: number) => firedAt <= at && (endedAt === null || endedAt > at);
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
