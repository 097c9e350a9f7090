import { type ActionCounter, actionCounters } from '@vigil/contract/factuary-actions.values';
import type { FigureRow } from '../actions/index.ts';

/** Which counter a row is of: what is live remains opened, what was done as its category asks is completed. */
function counterOf({ kind }: Pick<FigureRow, 'kind'>): ActionCounter {
  switch (kind) {
    case null:
      return 'remain_opened';
    case 'INTERVENED':
    case 'CONFIRMED':
      return 'completed';
    case 'CLOSED':
      return 'closed';
    case 'EXPIRED':
      return 'expired';
    case 'ESCALATED':
      return 'escalated';
    case 'DEESCALATED':
      return 'deescalated';
    case 'REASSIGNED':
      return 'reassigned';
    default:
      throw new Error(`No counter counts ${kind}`);
  }
}

/** The rows of each counter, in its order. */
export function byCounter<T>(rows: readonly FigureRow[], of: (rows: readonly FigureRow[]) => T): Record<ActionCounter, T> {
  const groups = Map.groupBy(rows, counterOf);
  return Object.fromEntries(actionCounters.map((counter) => [counter, of(groups.get(counter) ?? [])])) as Record<ActionCounter, T>;
}
