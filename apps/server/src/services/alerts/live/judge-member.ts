import { type AdvancedRule, advance } from '@vigil/domain/alerts/advance';
import type { RuleChange } from '@vigil/domain/alerts/changes';
import { type Observation, observe, prepareRule } from '@vigil/domain/alerts/decide';
import { slotOf } from '@vigil/domain/alerts/slots';
import { isSameTrail } from '@vigil/domain/alerts/trail';
import type { Histories } from '../backtest/histories.ts';
import type { SavedState } from './firings.store.ts';
import type { HeldRule, MemberPlan, PlannedSubject } from './plan-member.ts';
import { judgedAsOf, nextTurn } from './subjects.ts';
import type { SubjectMark } from './watches.store.ts';

/** Something that became of an alert of one rule, and what was seen then. */
export interface ToldChange {
  readonly userId: string;
  readonly rule: HeldRule;
  readonly change: Omit<RuleChange, 'kind'> & { readonly kind: RuleChange['kind'] | 'still_true' };
  readonly seen: Observation;
}

export interface JudgedMember {
  readonly userId: string;
  readonly marks: Readonly<Record<string, SubjectMark>>;
  readonly states: readonly SavedState[];
  /** By rule, each in the order in which it came about. */
  readonly told: readonly ToldChange[];
  readonly notBefore: number | null;
}

/** Judges what was planned for a member as far as its readings go. */
export function judgeMember(plan: MemberPlan, histories: Histories, nowSeconds: number, timeZone: string): JudgedMember {
  const marks: Record<string, SubjectMark> = { ...plan.marks };
  const states: SavedState[] = plan.ended.map(({ row }) => ({ ...row, state: atRest, trail: [], judgedUntil: nowSeconds }));
  const told: ToldChange[] = [];
  for (const planned of plan.subjects) {
    const judged = judgeSubject(plan.userId, planned, histories, nowSeconds);
    const turn = nextTurn(planned.subject, nowSeconds, timeZone);
    marks[planned.subject.key] = [judged.judgedUntil, turn ?? judged.nextAt];
    states.push(...judged.states);
    told.push(...judged.told);
  }
  return { userId: plan.userId, marks, states, told, notBefore: plan.notBefore };
}

const atRest = { verdict: 'clear', holdsSince: null, firedAt: null } as const;

function judgeSubject(userId: string, { subject, judgedUntil, rules }: PlannedSubject, histories: Histories, nowSeconds: number) {
  const asOf = judgedAsOf(subject, nowSeconds);
  const read = rules.map((held) => ({ held, prepared: prepareRule(held.held.rule), history: histories(held.held.rule, userId) }));
  const advanced = advance(
    read.map(({ held: { told, fromSeconds }, prepared, history }) => ({ prepared, readings: history.series, told, fromSeconds })),
    {
      judgedUntil,
      atOnce: subject.atOnce,
      nowSeconds: asOf,
      ...slotsAround(read[0]?.history.slots ?? [], slotOf(asOf)),
    },
  );
  const states: SavedState[] = [];
  const told: ToldChange[] = [];
  for (const [index, { held, prepared, history }] of read.entries()) {
    const after = advanced.rules[index];
    if (!after) continue;
    states.push(...statesToSave(userId, held, after, advanced.judgedUntil));
    for (const change of changesTold(held, after, advanced.judgedUntil))
      told.push({ userId, rule: held, change, seen: observe(prepared, history.series, change.at) });
  }
  return { judgedUntil: advanced.judgedUntil, nextAt: advanced.nextAt, states, told };
}

/** What is stored of where a rule stands: nothing where it stands as it did. */
function statesToSave(
  userId: string,
  { row, version, isShadow }: HeldRule,
  { state, trail }: AdvancedRule,
  judgedUntil: number,
): SavedState[] {
  const isAsBefore = row ? row.version === version.version && isSameTrail(row.trail, trail) : trail.length === 0;
  if (isAsBefore) return [];
  return [{ userId, ruleId: version.ruleId, isShadow, version: version.version, state, trail, judgedUntil }];
}

/** Of a rule that begins to run what stands by now, however often it came and went in the day before. */
function changesTold(
  { hasBegun, fromSeconds }: HeldRule,
  { state, changes }: AdvancedRule,
  until: number,
): readonly ToldChange['change'][] {
  const { firedAt, verdict } = state;
  if (!hasBegun) return firedAt === null ? [] : changes.filter((change) => change.firedAt === firedAt && change.kind !== 'cleared');
  const isNews = changes.some(({ knownAs }) => knownAs === null);
  if (isNews || firedAt === null || verdict !== 'firing' || until <= fromSeconds) return changes;
  return [...changes, { kind: 'still_true', at: until, firedAt, knownAs: null }];
}

/** The newest slot with readings up to the present one, and the first after it. */
function slotsAround(slots: ArrayLike<number>, present: number): { readonly newestSlot: number | null; readonly slotAhead: number | null } {
  let [newest, ahead] = [-1, Number.POSITIVE_INFINITY];
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0;
    if (slot > present) ahead = Math.min(ahead, slot);
    else newest = Math.max(newest, slot);
  }
  return { newestSlot: newest < 0 ? null : newest, slotAhead: Number.isFinite(ahead) ? ahead : null };
}
