import type { TodayRow } from '@vigil/contract/triage-today.contract';

export type RowAlarm = TodayRow['alarms'][number];

/** The one that the row's headline tells of; else the worst, which comes first. */
const headline = (row: TodayRow, alarms: readonly RowAlarm[]) => alarms.find(({ title }) => title === row.reason?.title) ?? alarms[0];
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
