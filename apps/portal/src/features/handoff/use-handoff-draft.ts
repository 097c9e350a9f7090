import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import type { HandoffDraft, HandoffDraftMember } from '@vigil/contract/triage-handoffs.contract';
import type { HandoffText } from '@vigil/contract/triage-handoffs.forms';
import {
  type HandoffScope,
  longestContingency,
  longestSituation,
  longestSummary,
  longestToDo,
  mostMembersSaved,
} from '@vigil/contract/triage-handoffs.values';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { draftQuery, useHandOver, useSaveDraft } from './api/handoffs.ts';
import { useMoment } from './moments.ts';
import { prefilledSummary } from './prefill.ts';
import { draftSubject, type TypedText, typedSituation, typedTexts } from './typed-texts.ts';

export type MemberTexts = Omit<HandoffText, 'user_id'>;

/** Whether what is on the screen is stored. `failed`: why not. */
export interface SaveState {
  readonly kind: 'none' | 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';
  readonly reason: string;
}

/** So long after the last key what was typed is saved. Milliseconds. */
const restMs = 1_000;

const isTooLong = ({ summary, to_do: toDo, contingency }: MemberTexts) =>
  summary.length > longestSummary || toDo.length > longestToDo || contingency.length > longestContingency;
const unstored = () => typedTexts.of(draftSubject).filter((one) => !one.isStored);
const typedAbout = () => typedSituation.of(draftSubject)[0]?.situation;

/** The person's draft of a handoff: as the server has it, with what was typed since, which is kept at each key and saved when the hands rest. */
export function useHandoffDraft() {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const client = useQueryClient();
  const query = useQuery(draftQuery());
  const typed = useDrafts(typedTexts, draftSubject);
  const [about] = useDrafts(typedSituation, draftSubject);
  const { mutateAsync: save } = useSaveDraft();
  const handOver = useHandOver();
  const [state, setState] = useState<SaveState | null>(null);
  const newId = useRef(crypto.randomUUID());
  /** One save after the other, each against the revision that the one before has made. */
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { queryKey } = draftQuery();

  async function saveSome(members: readonly TypedText[], change: Partial<Pick<HandoffDraft, 'since' | 'scope'>> & { reset?: true }) {
    const draft = client.getQueryData(queryKey);
    if (!draft) throw new Error('A draft that was not read is not saved');
    const texts = members.map(({ id, isStored: _, ...text }) => ({ user_id: id, ...text }));
    const situation = typedAbout() ?? draft.situation;
    const chosenSince = draft.since_from === 'chosen' ? draft.since : null;
    const body = {
      ...{ revision: draft.revision, situation, members: texts },
      since: change.reset ? null : (change.since ?? chosenSince),
      scope: change.scope ?? (draft.is_scope_chosen ? draft.scope : null),
    };
    const saved = await save({ params: { handoffId: draft.handoff_id ?? newId.current }, body });
    // A new draft after this one is another.
    if (draft.handoff_id === null) newId.current = crypto.randomUUID();
    client.setQueryData(queryKey, (now) => now && { ...withTexts(now, texts), ...saved, situation });
    forget(members, situation);
  }

  /** False where something that was typed is not stored. */
  async function saveAll(isForced: boolean, change: Parameters<typeof saveSome>[1] = {}): Promise<boolean> {
    clearTimeout(timer.current);
    const dirty = unstored();
    const fitting = dirty.filter((one) => !isTooLong(one));
    const situation = typedAbout();
    if ((situation?.length ?? 0) > longestSituation) return false;
    if (fitting.length === 0 && situation === undefined && !isForced) return dirty.length === 0;
    setState({ kind: 'saving', reason: '' });
    try {
      for (let next = 0; next === 0 || next < fitting.length; next += mostMembersSaved)
        await saveSome(fitting.slice(next, next + mostMembersSaved), next === 0 ? change : {});
      setState(null);
      return unstored().length === 0 && typedAbout() === undefined;
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')) {
        const { data } = await query.refetch();
        // Handed over or discarded elsewhere: what was typed goes into a new draft.
        setState({ kind: data && data.handoff_id !== null ? 'conflict' : 'failed', reason: error.message });
      } else setState({ kind: 'failed', reason: error instanceof Error ? error.message : '' });
      return false;
    }
  }
  const saveNow = (isForced = false, change: Parameters<typeof saveSome>[1] = {}): Promise<boolean> => {
    saving.current = saving.current.then(() => saveAll(isForced, change));
    return saving.current;
  };
  const saveLater = () => {
    clearTimeout(timer.current);
    setState((before) => (before?.kind === 'conflict' ? before : { kind: 'waiting', reason: '' }));
    if (state?.kind !== 'conflict') timer.current = setTimeout(() => void saveNow(), restMs);
  };

  const saveWhatIsLeft = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (unstored().length > 0 || typedAbout() !== undefined) void saveNow();
  });
  const hasRead = query.data !== undefined;
  useEffect(() => {
    if (!hasRead) return;
    saveWhatIsLeft();
    return () => saveWhatIsLeft();
  }, [hasRead]);

  const typedBy = new Map(typed.map((one) => [one.id, one]));
  const textsOf = (member: HandoffDraftMember): MemberTexts =>
    typedBy.get(member.user_id) ?? {
      ...{ to_do: member.to_do, contingency: member.contingency },
      summary: member.summary || prefilledSummary(member.facts, t, moment),
    };
  const putText = (member: HandoffDraftMember, part: Partial<MemberTexts>) => {
    const { summary, to_do, contingency } = { ...textsOf(member), ...part };
    typedTexts.put(draftSubject, { id: member.user_id, summary, to_do, contingency, isStored: false });
  };

  return {
    query,
    textsOf,
    situation: about?.situation ?? query.data?.situation ?? '',
    save: state ?? savedState(query.data),
    saveNow: () => void saveNow(),
    change(member: HandoffDraftMember, part: Partial<MemberTexts>) {
      putText(member, part);
      saveLater();
    },
    changeSituation(text: string) {
      typedSituation.put(draftSubject, { id: draftSubject, situation: text });
      saveLater();
    },
    /** `null`: as the rota and the last handoff say. */
    async chooseSince(since: number | null) {
      if (await saveNow(true, since === null ? { reset: true } : { since })) await query.refetch();
    },
    async chooseScope(scope: HandoffScope) {
      if (await saveNow(true, { scope })) await query.refetch();
    },
    /** After a conflict, over what was saved elsewhere. */
    keepMine: () => void saveNow(),
    takeTheirs() {
      forgetAll();
      setState(null);
    },
    /** Hands over what is on the screen, begun summaries included. Answers the handoff's id; null where it was not handed over, and the failure says why. */
    async handOver(toId: string): Promise<string | null> {
      const { data } = query;
      for (const member of data?.members ?? [])
        if (!typedBy.has(member.user_id) && textsOf(member).summary !== member.summary) putText(member, {});
      if (!(await saveNow(data?.handoff_id === null))) return null;
      const draft = client.getQueryData(queryKey);
      if (!draft?.handoff_id) return null;
      const done = await handOver
        .mutateAsync({ params: { handoffId: draft.handoff_id }, body: { revision: draft.revision, to_id: toId } })
        .catch(() => null);
      if (done) forgetAll();
      return done?.handoff_id ?? null;
    },
    isHandingOver: handOver.isPending,
    handOverFailure: handOver.error?.message ?? null,
    forgetAll,
  };
}

const savedState = (draft: HandoffDraft | undefined): SaveState => ({ kind: draft?.saved_at == null ? 'none' : 'saved', reason: '' });

function forgetAll(): void {
  for (const { id } of typedTexts.of(draftSubject)) typedTexts.remove(draftSubject, id);
  typedSituation.remove(draftSubject, draftSubject);
}

/** What is stored now is typed no longer, unless it was changed meanwhile. */
function forget(members: readonly TypedText[], situation: string): void {
  for (const sent of members) {
    const now = typedTexts.of(draftSubject).find(({ id }) => id === sent.id);
    if (!now || now.summary !== sent.summary || now.to_do !== sent.to_do || now.contingency !== sent.contingency) continue;
    // It would begin for its author again.
    if (sent.summary.trim() === '') typedTexts.put(draftSubject, { ...now, isStored: true });
    else typedTexts.remove(draftSubject, sent.id);
  }
  if (typedAbout() === situation) typedSituation.remove(draftSubject, draftSubject);
}

function withTexts(draft: HandoffDraft, texts: readonly HandoffText[]): HandoffDraft {
  const by = new Map(texts.map(({ user_id, ...text }) => [user_id, text]));
  return { ...draft, members: draft.members.map((member) => ({ ...member, ...by.get(member.user_id) })) };
}

export type HandoffDraftForm = ReturnType<typeof useHandoffDraft>;
