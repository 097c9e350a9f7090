import type { QueryClient } from '@tanstack/react-query';
import { eventsProcessor, registry } from '@vigil/contract';

/** In session storage: the order of a list outlives a reload of the page, and is gone with the tab. */
const key = 'vigil.memberOrder';

/** The page of a list, in its order, with how many members of the whole list come before it and how many there are. */
export interface MemberOrder {
  readonly ids: readonly string[];
  readonly before: number;
  readonly total: number;
}

const noOrder: MemberOrder = { ids: [], before: 0, total: 0 };

/** A member's place in the list that the reader came from: of the whole list; before and after, as far as its page goes. */
export interface Place {
  readonly position: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The page of the list that was last on screen with this member on it, as it was sorted and filtered: from the answers that
 * lists keep, else as noted in this tab before a reload. Empty when the reader came from no list.
 */
export function orderOf(client: QueryClient, memberId: string): MemberOrder {
  const lists = [eventsProcessor.listMembers, registry.listUsers].flatMap(({ id }) => client.getQueryCache().findAll({ queryKey: [id] }));
  const [found] = lists
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((list) => orderIn(list.state.data))
    .filter(({ ids }) => ids.includes(memberId));
  if (found !== undefined) sessionStorage.setItem(key, JSON.stringify(found));
  return found ?? noted();
}

/** Where the member stands in the order; null outside of it, or alone. */
export function placeIn({ ids, before, total }: MemberOrder, memberId: string): Place | null {
  const at = ids.indexOf(memberId);
  if (at < 0 || ids.length < 2) return null;
  return { position: before + at + 1, total, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

interface ListAnswer {
  readonly content?: readonly { readonly id?: unknown; readonly user_id?: unknown }[];
  readonly totalElements?: number;
  readonly page?: number;
  readonly size?: number;
}

function orderIn(answer: unknown): MemberOrder {
  const { content = [], totalElements, page = 0, size = 0 } = (answer as ListAnswer | undefined) ?? {};
  const ids = content.map((row) => row.user_id ?? row.id).filter((id) => typeof id === 'string');
  const before = page * size;
  // A list that has become shorter since is at least as long as what is known of it.
  return { ids, before, total: Math.max(totalElements ?? 0, before + ids.length) };
}

function noted(): MemberOrder {
  try {
    const { ids, before, total } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<MemberOrder>;
    const isWhole =
      Array.isArray(ids) && ids.every((id) => typeof id === 'string') && typeof before === 'number' && typeof total === 'number';
    return isWhole ? { ids, before, total } : noOrder;
  } catch {
    return noOrder;
  }
}
