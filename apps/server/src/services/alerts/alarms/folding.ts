import type { AlarmState } from '@vigil/domain/alerts/alarm';
import { type AlarmPart, isCovered, leadOf, mostSevere } from '@vigil/domain/alerts/alarm-parts';
import { type BeforeAnswer, type FoldedStep, worstUnanswered } from '@vigil/domain/alerts/folded';
import type { Sql } from '#platform/postgres/database.ts';
import { type AlarmEventRow, addEvents, type StoredAlarm, writeAlarms, writeParts } from './alarms.store.ts';
import type { Ring, RingThem, Rung, TellScreens } from './ring.ts';

/** One thing that became of an alarm. */
export interface Became {
  readonly step: FoldedStep;
  readonly byId?: string;
  readonly requestId?: string;
  /** Of an answer, and of an end: what an undo restores. */
  readonly before?: BeforeAnswer;
}

/** An alarm as it was read, and everything that became of it within the transaction, in order. */
export interface Followed {
  readonly before: StoredAlarm;
  readonly became: readonly Became[];
}

/**
 * Stores what became of some alarms, tells those who have to be told, and notes both, within the transaction that has locked them.
 * However many steps it were, an alarm rings once. Whatever asks for nobody any more is reported as quiet, and screens ask again.
 */
export async function store(
  sql: Sql,
  tenantId: string,
  all: readonly Followed[],
  { nowSeconds, ringThem, tellScreens }: { readonly nowSeconds: number; readonly ringThem: RingThem; readonly tellScreens: TellScreens },
): Promise<void> {
  const changed = all.filter(({ became }) => became.length > 0);
  const rung = await ringThem(sql, tenantId, changed.flatMap(ringOf), nowSeconds);
  const ends = changed.map(({ before, became }) => {
    const last = (became.at(-1) as Became).step;
    const told = rung.get(before.id);
    return { before, became, parts: last.parts, alarm: told ? { ...last.alarm, level: told.level } : last.alarm, told };
  });
  const written = ends.filter(({ before, alarm, became }) => alarm !== before.alarm || isRenewed({ before, became }));
  await writeAlarms(
    sql,
    tenantId,
    written.map(({ before, alarm, became }) => ({
      ...{ id: before.id, alarm, version: before.version + (isRenewed({ before, became }) ? 1 : 0) },
      raisedAnew: became.some(({ step }) => step.rings && (step.event?.kind === 'persisted' || step.event?.kind === 'true_again')),
    })),
    nowSeconds,
  );
  await writeParts(
    sql,
    tenantId,
    ends.flatMap(({ before, parts }) =>
      parts.filter((part) => !before.parts.includes(part)).map((part) => ({ ...part, alarmId: before.id })),
    ),
  );
  await addEvents(sql, tenantId, ends.flatMap(eventsOf));
  if (!ends.some((end) => written.includes(end) || isShownOtherwise(end))) return;
  await tellScreens(
    sql,
    tenantId,
    ends.filter(hasFallenQuiet).map(({ before }) => before.id),
  );
}

const quietStates: readonly AlarmState[] = ['acknowledged', 'snoozed', 'suspended', 'resolved'];

/** Somebody has answered, or nothing is to be done any more. One that is over without anybody having ended it rings for that. */
const hasFallenQuiet = ({ before, alarm, told }: { before: StoredAlarm; alarm: StoredAlarm['alarm']; told: Rung | undefined }) =>
  !told && alarm.state !== before.alarm.state && quietStates.includes(alarm.state);

/** What nobody can have seen before: it is raised by something other than time or an undo, a rule has got worse, or another has folded in. */
function isRenewed({ before, became }: Followed): boolean {
  const isNew = before.parts.length === 0;
  const rangAnew = became.some(({ step }) => step.rings && !isNothingNew(step.event));
  const hasWorsened = became.some(({ step }) => step.hasWorsened);
  return !isNew && (rangAnew || hasWorsened || shownParts(became.at(-1)?.step.parts ?? []) > shownParts(before.parts));
}

/** Time has come, or something was undone: whoever looked has seen what rings. */
const isNothingNew = (event: FoldedStep['event']) => event?.kind === 'due' || event?.kind === 'undone' || event?.kind === 'reopened';

/** Rules that say something that no worse one of the alarm says already. */
const shownParts = (parts: StoredAlarm['parts']) => parts.filter((part) => !isCovered(part, parts)).length;

const isShownOtherwise = ({ before, parts }: { before: StoredAlarm; parts: StoredAlarm['parts'] }) =>
  parts.some((part, index) => part.holds !== before.parts[index]?.holds || part.ended !== before.parts[index]?.ended);

/** The step by which it rings; none where it went on to something that does not. */
function ringingStep({ became }: Followed): FoldedStep | undefined {
  const last = became.findLast(({ step }) => step.rings)?.step;
  const end = became.at(-1)?.step;
  return last && end && (last === end || end.alarm.state === 'raised') ? last : undefined;
}

/** The rule that tells of a step. What expires is told of as its worst, whether that holds or has cleared. */
const toldBy = ({ event, parts }: FoldedStep, before: StoredAlarm): AlarmPart | undefined =>
  event?.kind === 'expired' ? mostSevere(before.parts.filter(({ ended }) => !ended)) : leadOf(parts);

function ringOf(followed: Followed): Ring[] {
  const step = ringingStep(followed);
  const lead = step && toldBy(step, followed.before);
  const end = followed.became.at(-1)?.step;
  if (!step?.event || !lead || !end) return [];
  const { severity, level, isJudged } = end.alarm;
  const { id: alarmId, userId } = followed.before;
  const asked = end.parts.filter(({ ended }) => !ended || step.event?.kind === 'expired');
  const actionIds = [...new Set(asked.map(({ actionId }) => actionId))];
  const { ruleId, title, actionId: aboutId } = lead;
  const unanswered = worstUnanswered(end);
  // Whoever is on call for what nobody has answered is asked, and not only those for what is left.
  const { role } = unanswered ?? lead;
  return [
    {
      ...{ alarmId, userId, severity, level, isJudged, kind: step.event.kind, ruleId, title, role, actionIds, aboutId },
      unanswered: unanswered?.severity ?? null,
    },
  ];
}

function eventsOf(end: Followed & { readonly told: Rung | undefined }): AlarmEventRow[] {
  const { before, became, told } = end;
  const ringing = ringingStep(end);
  return became.flatMap(({ step, byId, requestId, before: answered }, index) => {
    const earlier = index === 0 ? before.alarm : (became[index - 1] as Became).step.alarm;
    if (!step.event || (step.alarm === earlier && !step.rings && requestId === undefined)) return [];
    const rung = step === ringing ? told : undefined;
    const { state, severity, isJudged, level } = step.alarm;
    return [
      {
        ...{ alarmId: before.id, kind: step.event.kind, ruleId: toldBy(step, before)?.ruleId ?? null },
        ...{ state, severity, isJudged, level: rung?.level ?? level, byId: byId ?? null, requestId: requestId ?? null },
        ...{ rang: rung !== undefined, told: rung?.told ?? [], inStorm: rung?.inStorm ?? false, before: answered ?? null },
      },
    ];
  });
}
