import type { TodayRow } from '@vigil/contract/triage-today.contract';

export type RowAlarm = TodayRow['alarms'][number];

/** Whether an alarm is what the row's headline tells of: it stands for that action, which may be named after another of its alerts. */
export const isHeadline = (row: TodayRow, alarm: RowAlarm): boolean =>
  alarm.title === row.reason?.title ||
  row.actions.some(({ action_id: id, title }) => title === row.reason?.title && alarm.action_ids.includes(id));

/** The one that the row's headline tells of; else the worst, which comes first. */
const headline = (row: TodayRow, alarms: readonly RowAlarm[]) => alarms.find((alarm) => isHeadline(row, alarm)) ?? alarms[0];

/** Actions that no alarm of the row stands for. */
export function actionsWithoutAlarm({ actions, alarms }: TodayRow): TodayRow['actions'] {
  const told = new Set(alarms.flatMap(({ action_ids: ids, title }) => [...ids, title]));
  return actions.filter(({ action_id: id, title }) => !told.has(id) && !told.has(title));
}

/** What the row's headline doesn't tell of: how many are critical, and how many are not. */
export function besidesHeadline(row: TodayRow): { readonly critical: number; readonly others: number } {
  const all = [
    ...row.alarms.filter((alarm) => !isHeadline(row, alarm)).map(({ title, severity }) => ({ title, severity })),
    // What holds beside the headline in the same episode, but for its milder levels.
    ...row.alarms.flatMap(({ also }) =>
      also.filter(({ title, holds, isCovered }) => holds !== false && !isCovered && title !== row.reason?.title),
    ),
    ...actionsWithoutAlarm(row)
      .filter(({ title }) => title !== row.reason?.title)
      .map(({ title, priority }) => ({ title, severity: priority })),
  ];
  const count = (some: typeof all) => new Set(some.map(({ title }) => title)).size;
  const critical = all.filter(({ severity }) => severity === 'CRITICAL');
  return { critical: count(critical), others: count(all.filter(({ severity }) => severity !== 'CRITICAL')) };
}
const inState = (row: TodayRow, of: RowAlarm['state']) => row.alarms.filter(({ state }) => state === of);

/** How many alarms of a row ask for somebody. */
export const askingCount = (row: TodayRow) => inState(row, 'raised').length;

/** What asks for somebody and is the reader's to answer, the headline first. */
export const askingAlarms = (row: TodayRow): readonly RowAlarm[] => headlineFirst(row, inState(row, 'raised'));

/** All that acknowledging the row acknowledges: what asks, or, where nothing does, what is snoozed. */
export function acknowledgeable(row: TodayRow): readonly RowAlarm[] {
  const asking = askingAlarms(row);
  return asking.length > 0 ? asking : headlineFirst(row, inState(row, 'snoozed'));
}

function headlineFirst(row: TodayRow, alarms: readonly RowAlarm[]): readonly RowAlarm[] {
  const own = alarms.filter(({ may_answer: may }) => may);
  const first = headline(row, own);
  return own.toSorted((one, other) => Number(other === first) - Number(one === first));
}

/** The one that a reader can snooze: also one that the reader has. What another has is theirs to snooze. */
export const snoozableAlarm = (row: TodayRow, reader: string) =>
  askingAlarms(row)[0] ??
  headline(
    row,
    inState(row, 'acknowledged').filter(({ by, may_answer: may }) => may && by?.id === reader),
  );

/** The alarm whose standing the row tells: the one that asks, else one that somebody has. */
export const shownAlarm = (row: TodayRow) =>
  headline(row, inState(row, 'raised')) ?? headline(row, inState(row, 'acknowledged')) ?? headline(row, row.alarms);

export const nameOf = ({ user }: Pick<TodayRow, 'user'>) => `${user.firstName} ${user.lastName}`.trim();
