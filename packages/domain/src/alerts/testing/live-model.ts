import { bandStateHoldsSeconds } from '../../status/band-time.ts';
import { type AdvancedRule, advance, judgedFrom } from '../advance.ts';
import type { RuleChange } from '../changes.ts';
import type { PreparedRule } from '../decide.ts';
import type { Firing } from '../replay.ts';
import type { SlotSeries } from '../slots.ts';

/** What rules look at, as it is known at a moment: of readings that arrived until then, those of [from, to). Unix seconds. */
interface KnownReadings {
  readonly seriesOf: (fromSeconds: number, toSeconds: number) => SlotSeries;
  /** The slot of the newest reading at the moment; null: there is none. */
  readonly newestSlot: number | null;
}

/** What a live run keeps of one member: how far some rules about one reading are judged, where each stands, and what was told of it. */
export interface LiveModel {
  readonly nextAt: () => number | null;
  readonly rules: readonly { readonly last: AdvancedRule | undefined; readonly firings: readonly Firing[] }[];
  /**
   * Judges what is known at a moment, of which the earliest reading that has arrived since the last look is of another moment (Infinity:
   * nothing has). Answers what was told of each rule.
   */
  look(known: KnownReadings, nowSeconds: number, arrivedSeconds: number): readonly (readonly RuleChange[])[];
  readonly judgedUntil: () => number;
}

const slotSeconds = 300;

/** The live run without stores: what the server does with the answers of `advance`. */
export function createLiveModel(prepared: readonly PreparedRule[], atOnce: boolean, reachSeconds: number): LiveModel {
  let judgedUntil = 0;
  let nextAt: number | null = null;
  const rules = prepared.map((rule) => ({ rule, last: undefined as AdvancedRule | undefined, until: 0, firings: [] as Firing[] }));
  return {
    rules,
    nextAt: () => nextAt,
    judgedUntil: () => judgedUntil,
    look({ seriesOf, newestSlot }, nowSeconds, arrivedSeconds) {
      const fromSeconds = judgedFrom(judgedUntil, arrivedSeconds, nowSeconds);
      const toSeconds = (Math.floor(nowSeconds / slotSeconds) + 2) * slotSeconds + bandStateHoldsSeconds;
      const readings = seriesOf(fromSeconds - reachSeconds, toSeconds);
      const running = rules.map(({ rule, last, until }) => ({
        ...{ prepared: rule, readings, fromSeconds },
        told: { trail: last?.trail ?? [], until },
      }));
      const advanced = advance(running, { judgedUntil: fromSeconds, newestSlot, slotAhead: null, atOnce, nowSeconds });
      ({ judgedUntil, nextAt } = advanced);
      return rules.map((one, index) => {
        const found = advanced.rules[index] as AdvancedRule;
        one.last = found;
        one.until = judgedUntil;
        one.firings = found.changes.reduce(keptAfter, one.firings);
        return found.changes;
      });
    },
  };
}

/** What is on record of a rule's alerts: none is ever taken away. */
function keptAfter(firings: Firing[], { kind, at, firedAt }: RuleChange): Firing[] {
  if (kind === 'persisted' && firings.every((one) => one.firedAt !== firedAt)) return [...firings, { firedAt, endedAt: null }];
  const endedAt = kind === 'cleared' || kind === 'superseded' ? Math.max(at, firedAt) : null;
  const isAboutEnd = kind !== 'data_stopped' && kind !== 'data_back';
  return firings.map((one) => (isAboutEnd && one.firedAt === firedAt ? { firedAt, endedAt } : one));
}
