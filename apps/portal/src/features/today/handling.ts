import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { shownAlarm } from './row-alarms.ts';

type Who =
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'waiting'; readonly role: NonNullable<TodayRow['assigneeRole']> }
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'nobody' };

/** Who handles some of the members, how many they are, and since when the oldest waits (Unix seconds). */
export interface Handling {
  readonly who: Who;
  readonly count: number;
  readonly since: number | null;
}

const kinds = ['unanswered', 'waiting', 'nobody', 'person'] as const satisfies readonly Who['kind'][];

/** Who handles what is open: first what nobody has acknowledged, then what waits for a role, then who has it; the oldest first. */
export function handlingOf(rows: readonly TodayRow[]): Handling[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(whoHandles(row)));
  return [...groups.values()]
    .map((group) => ({ who: whoHandles(group[0] as TodayRow), count: group.length, since: oldestOf(group) }))
    .toSorted(
      (one, other) =>
        kinds.indexOf(one.who.kind) - kinds.indexOf(other.who.kind) ||
        (one.since ?? Number.POSITIVE_INFINITY) - (other.since ?? Number.POSITIVE_INFINITY),
    );
}

function whoHandles(row: TodayRow): Who {
  const alarm = shownAlarm(row);
  if (alarm?.state === 'raised') return { kind: 'unanswered' };
  const person = alarm?.by ?? row.assignee;
  if (person) return { kind: 'person', name: `${person.firstName} ${person.lastName}` };
  return row.assigneeRole ? { kind: 'waiting', role: row.assigneeRole } : { kind: 'nobody' };
}

/** Since when the oldest waits: what nobody has acknowledged, since it was raised; the rest as long as what the row tells of. */
function oldestOf(rows: readonly TodayRow[]): number | null {
  const times = rows.flatMap((row) => {
    const raised = row.alarms.flatMap(({ state, raisedAt }) => (state === 'raised' ? raisedAt : []));
    return raised.length > 0 ? Math.min(...raised) : (row.reason?.since ?? []);
  });
  return times.length === 0 ? null : Math.min(...times);
}
