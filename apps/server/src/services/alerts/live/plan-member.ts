import { earliestJudged, judgedFrom } from '@vigil/domain/alerts/advance';
import type { Told } from '@vigil/domain/alerts/changes';
import { slotSeconds } from '@vigil/domain/alerts/rule';
import { isAtRest, type Trail } from '@vigil/domain/alerts/trail';
import type { EffectiveFor } from '../rules/member-rules.ts';
import type { RuleVersionRow } from '../rules/rules.store.ts';
import type { Asked } from './asked.ts';
import type { EndReason, StateRow } from './firings.store.ts';
import { type LiveSubject, subjectOf } from './subjects.ts';
import type { SubjectMark, WatchRow } from './watches.store.ts';

/** A version that runs, as it holds for one member. */
export interface HeldRule {
  readonly version: RuleVersionRow;
  readonly isShadow: boolean;
  readonly held: ReturnType<EffectiveFor>;
  readonly told: Told;
  /** It is judged from here on. Unix seconds. */
  readonly fromSeconds: number;
  /** False: it begins to run for this member, and only what stands by now is told. */
  readonly hasBegun: boolean;
  readonly row: StateRow | undefined;
}

export interface PlannedSubject {
  readonly subject: LiveSubject;
  /** It is judged from here on: to here it was judged, and nothing of before has arrived since. Unix seconds. */
  readonly judgedUntil: number;
  readonly rules: readonly HeldRule[];
}

/** What is to be done about one member. */
export interface MemberPlan {
  readonly userId: string;
  readonly subjects: readonly PlannedSubject[];
  /** Alerts and pending conditions of rules that do not run for the member any more. */
  readonly ended: readonly { readonly row: StateRow; readonly reason: EndReason }[];
  /** Marks of subjects that run, as they are. */
  readonly marks: Readonly<Record<string, SubjectMark>>;
  /** What is of before this is nobody's to judge any more: the member was on hold. Unix seconds; null: there is no such time. */
  readonly notBefore: number | null;
}

export interface PlanQuestion {
  readonly watch: WatchRow;
  readonly asked: Asked;
  readonly isCaredFor: boolean;
  readonly running: readonly RuleVersionRow[];
  readonly changes: Changes;
  readonly effective: EffectiveFor;
  readonly states: readonly StateRow[];
  readonly nowSeconds: number;
  /** When the first reading was received that is still judged, of somebody whom nobody has judged yet. Milliseconds since 1970. */
  readonly firstReceivedMs: number;
}

export function planMember(question: PlanQuestion): MemberPlan {
  const { watch, running, states, nowSeconds, isCaredFor } = question;
  const { userId } = watch;
  const subjects = new Map(running.map(({ definition }) => subjectOf(definition)).map((one) => [one.key, one]));
  if (!isCaredFor) {
    // What is measured meanwhile is nobody's to judge afterwards.
    const now = Math.floor(nowSeconds / slotSeconds) * slotSeconds;
    const marks = Object.fromEntries([...subjects.keys()].map((key) => [key, [now, null] as const]));
    return { userId, subjects: [], marks, notBefore: now, ended: states.map((row) => ({ row, reason: 'suspended' as const })) };
  }
  const marks = Object.fromEntries(Object.entries(watch.subjects).filter(([key]) => subjects.has(key)));
  const held = running.map((version) => holdsFor(version, question));
  const wanted = wantedSubjects([...subjects.values()], question);
  return {
    userId,
    marks,
    notBefore: watch.notBefore,
    ended: states.flatMap((row) => endOf(row, held)),
    subjects: wanted.map((subject) => ({
      subject,
      judgedUntil: judgedFromOf(subject, question),
      rules: held.filter((one) => one.held.off === null && subjectOf(one.version.definition).key === subject.key),
    })),
  };
}

/**
 * What is to be read of a member. After a change of the rules that is what the versions are about that came to run by it: of all
 * others nothing has changed that time or readings do not bring to light.
 */
function wantedSubjects(all: readonly LiveSubject[], question: PlanQuestion): readonly LiveSubject[] {
  const { watch, asked, changes, nowSeconds } = question;
  if (asked.reason === 'everything' || asked.reason === 'changed') return all;
  const begun = changes(watch.generation);
  if (begun === 'unknown') return all;
  const isDue = ({ key }: LiveSubject) => (watch.subjects[key]?.[1] ?? Number.POSITIVE_INFINITY) <= nowSeconds;
  if (asked.reason === 'due') {
    const due = all.filter((one) => isDue(one) || begun.has(one.key));
    // Whoever is due with nothing that is was made so by what holds for the member otherwise. Who is not has been looked at by another
    // process meanwhile.
    const isDueAsWhole = watch.nextAt !== null && watch.nextAt <= nowSeconds * 1000;
    return due.length > 0 || !isDueAsWhole ? due : all;
  }
  const isHeard = (one: LiveSubject) =>
    one.pace === 'quick' ? one.heardBy.some((what) => asked.arrived.has(what)) : !watch.subjects[one.key];
  return all.filter((one) => isDue(one) || begun.has(one.key) || isHeard(one));
}

/** What rules are about that came to run after an earlier change of the tenant's; see `changesOf`. */
export type Changes = (since: number) => ReadonlySet<string> | 'unknown';

/**
 * Each change of a tenant's rules has a number, and a version bears that of the one which brought it into its state. What else
 * changed (a cohort's layer, a version that has changed its state again since) has left its number on no version, and may be
 * about anything.
 */
export function changesOf(versions: readonly RuleVersionRow[], generation: number): Changes {
  const named = new Map(versions.map((version) => [version.generation, version]));
  const running = versions.filter(({ state }) => state === 'live' || state === 'shadow');
  const known = new Map<number, ReturnType<Changes>>();
  const since = (earlier: number): ReturnType<Changes> => {
    for (let change = earlier + 1; change <= generation; change++) if (!named.has(change)) return 'unknown';
    const begun = running.filter((version) => version.generation > earlier);
    return new Set(begun.map(({ definition }) => subjectOf(definition).key));
  };
  return (earlier) => {
    const found = known.get(earlier) ?? since(earlier);
    known.set(earlier, found);
    return found;
  };
}

function judgedFromOf({ key, heardBy, judgesDayAnew }: LiveSubject, { watch, asked, nowSeconds }: PlanQuestion): number {
  const arrived = judgesDayAnew ? [Number.NEGATIVE_INFINITY] : heardBy.map((what) => asked.arrived.get(what) ?? Number.POSITIVE_INFINITY);
  return Math.max(judgedFrom(watch.subjects[key]?.[0] ?? 0, Math.min(...arrived), nowSeconds), watch.notBefore ?? 0);
}

function holdsFor(version: RuleVersionRow, question: PlanQuestion): HeldRule {
  const { watch, states, effective, nowSeconds } = question;
  const isShadow = version.state === 'shadow';
  const row = states.find((one) => one.ruleId === version.ruleId && one.isShadow === isShadow);
  const { key } = subjectOf(version.definition);
  const until = Math.max(row?.judgedUntil ?? 0, watch.subjects[key]?.[0] ?? 0);
  // Whoever is new has all their readings judged by the rules that were running when these arrived.
  const ranBefore = watch.isNew ? version.stateSince <= question.firstReceivedMs : version.generation <= watch.generation;
  const hasBegun = (row !== undefined && !isAtRest(row.state)) || ranBefore;
  return {
    ...{ version, isShadow, row, hasBegun },
    held: effective(version, watch.userId),
    told: { trail: row ? takenOver(row, version, until) : [], until },
    fromSeconds: hasBegun ? judgedFromOf(subjectOf(version.definition), question) : earliestJudged(nowSeconds),
  };
}

/** A new version takes over the alert that stands, so that nobody is told of it twice; what was pending begins anew. */
function takenOver({ trail, state, ...row }: StateRow, { version }: RuleVersionRow, until: number): Trail {
  if (row.version === version || isAtRest(state)) return trail;
  return [...trail.filter(({ at }) => at < until), { at: until, verdict: 'unknown', holdsSince: null, firedAt: state.firedAt }];
}

function endOf(row: StateRow, held: readonly HeldRule[]): { row: StateRow; reason: EndReason }[] {
  const running = held.find(({ version, isShadow }) => version.ruleId === row.ruleId && isShadow === row.isShadow);
  if (!running) return [{ row, reason: 'retired' }];
  return running.held.off ? [{ row, reason: 'switched_off' }] : [];
}
