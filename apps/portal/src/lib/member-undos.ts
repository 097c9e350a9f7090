import { noticeMs } from './notices.ts';
import { session } from './session/session.ts';
import { createStore, useStore } from './store.ts';

/** How something that was done about a member just now is undone. */
export interface MemberUndo {
  readonly undo: () => void;
  /** Takes away the notice that offers it. */
  readonly closeNotice: () => void;
}

/** Undo is offered for so long after something was done. Milliseconds. */
const offeredMs = noticeMs;

const offered = createStore<ReadonlyMap<string, readonly MemberUndo[]>>(new Map());
// What somebody did is nobody else's to undo.
session.subscribe(() => offered.set(new Map()));

function keep(memberId: string, change: (before: readonly MemberUndo[]) => readonly MemberUndo[]): void {
  const next = new Map(offered.get());
  const kept = change(next.get(memberId) ?? []);
  if (kept.length === 0) next.delete(memberId);
  else next.set(memberId, kept);
  offered.set(next);
}

/** What was done about members just now, on whichever part of the page. Of each member the newest can be undone by key. */
export const memberUndos = {
  offer(memberId: string, one: MemberUndo): void {
    keep(memberId, (before) => [...before, one]);
    setTimeout(() => keep(memberId, (before) => before.filter((other) => other !== one)), offeredMs);
  },
  /** It has been used: nothing is offered about the member any more. */
  withdraw(memberId: string): void {
    keep(memberId, () => []);
  },
  /** What is done now makes that what was done before cannot be undone: it is offered no longer. */
  supersede(memberId: string): void {
    for (const { closeNotice } of offered.get().get(memberId) ?? []) closeNotice();
    keep(memberId, () => []);
  },
};

/** The newest undo of each member while it is offered. */
export function useMemberUndos(): (memberId: string) => (() => void) | undefined {
  const all = useStore(offered);
  return (memberId) => all.get(memberId)?.at(-1)?.undo;
}
