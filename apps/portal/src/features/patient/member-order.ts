import type { QueryClient } from '@tanstack/react-query';
import { eventsProcessor, registry } from '@vigil/contract';

/** In session storage: the order of a list outlives a reload of the page, and is gone with the tab. */
const key = 'vigil.memberOrder';

/** A member's place in the list that the reader came from. */
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
export function orderOf(client: QueryClient, memberId: string): readonly string[] {
  const lists = [eventsProcessor.listMembers, registry.listUsers].flatMap(({ id }) => client.getQueryCache().findAll({ queryKey: [id] }));
  const [found] = lists
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((list) => idsIn(list.state.data))
    .filter((ids) => ids.includes(memberId));
  if (found !== undefined) sessionStorage.setItem(key, JSON.stringify(found));
  return found ?? noted();
}

/** Where the member stands in the order; null outside of it, or alone. */
export function placeIn(order: readonly string[], memberId: string): Place | null {
  const at = order.indexOf(memberId);
  if (at < 0 || order.length < 2) return null;
  return { position: at + 1, total: order.length, previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}

function idsIn(answer: unknown): readonly string[] {
  const content = (answer as { content?: readonly { readonly id?: unknown; readonly user_id?: unknown }[] } | undefined)?.content ?? [];
  return content.map((row) => row.user_id ?? row.id).filter((id) => typeof id === 'string');
}

function noted(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
