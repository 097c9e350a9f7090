import type { Action } from '@vigil/contract/factuary-actions.contract';
import { mostActionsAtOnce } from '@vigil/contract/factuary-actions.values';
import { useEffect, useRef, useState } from 'react';
import { useDrafts } from '#lib/drafts.ts';
import { type ActionDraft, actionDrafts, newDraft } from './action-drafts.ts';
import { nameOf } from './telling.ts';

/** What is written about actions of several members is kept under this, in place of a member. */
export const acrossMembers = 'across-members';

/** What an action is called once it stands in the list no more. */
export interface KnownAction {
  readonly title: string;
  readonly member: string;
  readonly memberId: string;
  readonly version: number;
}

/**
 * The actions that are selected, over pages and filters; once an intervention on them is begun, they are the draft's, so that a
 * reload keeps them, and those that were not stored stay selected.
 */
export function useSelectedActions(shown: readonly Action[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [known, setKnown] = useState<ReadonlyMap<string, KnownAction>>(new Map());
  const draft: ActionDraft | undefined = useDrafts(actionDrafts, acrossMembers).find(({ kind }) => kind === 'intervene');
  const ids: ReadonlySet<string> = draft ? new Set(draft.actionIds) : chosen;
  const worked = useRef(new Set<string>());
  for (const id of draft?.actionIds ?? []) worked.current.add(id);
  useEffect(() => {
    if (!shown) return;
    setKnown(
      (before) =>
        new Map([
          ...before,
          ...shown.map(
            (one) => [one.action_id, { title: one.title, member: nameOf(one.user), memberId: one.user_id, version: one.version }] as const,
          ),
        ]),
    );
  }, [shown]);

  return {
    ids,
    known,
    draft,
    /** Those that an intervention from here has been written for. */
    worked: worked.current,
    /** While it is being stored, nothing is added and nothing taken away. */
    locked: draft?.state === 'saving',
    full: ids.size >= mostActionsAtOnce,
    /** Those of the page that the person may handle. */
    ofPage: (shown ?? []).filter(({ may_handle: may }) => may).map(({ action_id: id }) => id),
    choose(wanted: readonly string[], on: boolean) {
      const next = (on ? [...new Set([...ids, ...wanted])] : [...ids].filter((id) => !wanted.includes(id))).slice(0, mostActionsAtOnce);
      if (!draft) return setChosen(new Set(next));
      if (next.length === 0) return actionDrafts.remove(acrossMembers, draft.id);
      actionDrafts.put(acrossMembers, { ...draft, actionIds: next });
    },
    /** Begins the intervention on what is selected, and on these. */
    begin(besides: readonly string[] = []) {
      actionDrafts.put(acrossMembers, newDraft('intervene', [...new Set([...chosen, ...besides])].slice(0, mostActionsAtOnce)));
      setChosen(new Set());
    },
    clear() {
      if (draft) actionDrafts.remove(acrossMembers, draft.id);
      setChosen(new Set());
    },
  };
}

export type SelectedActionsState = ReturnType<typeof useSelectedActions>;
