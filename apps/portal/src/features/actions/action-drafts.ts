import type { ApiErrorCode } from '@vigil/contract/client';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

const fields = ['type', 'outcome', 'note', 'minutes', 'followUp', 'title', 'date', 'assignee', 'category', 'priority'] as const;
export type DraftField = (typeof fields)[number];

/** What somebody is doing about actions, from the first choice to the server. Its id makes that sending it again stores nothing twice. */
export interface ActionDraft {
  readonly id: string;
  readonly kind: 'intervene' | 'assign' | 'close' | 'open';
  /** None where a new one is opened. */
  readonly actionIds: readonly string[];
  /** As they stand in the form. */
  readonly values: Partial<Readonly<Record<DraftField, string>>>;
  readonly state: 'writing' | 'saving' | 'failed';
  /** Why it was not saved; null unless it failed. */
  readonly failure: ApiErrorCode | null;
  /** Of several actions: why each of those that are left was not saved. */
  readonly refused?: Readonly<Record<string, string>> | undefined;
  /** Of several actions: for how many it is saved already. */
  readonly stored?: number | undefined;
  /** By action: the version that was on screen when somebody began, and once they are told what has joined since, the one that they are told of. */
  readonly versions?: Readonly<Record<string, number>> | undefined;
  /** By action: alerts that joined it after that, so that nothing was saved for it. */
  readonly joined?: Readonly<Record<string, readonly string[]>> | undefined;
}

const kept = z.object({
  id: z.string(),
  kind: z.enum(['intervene', 'assign', 'close', 'open']),
  actionIds: z.array(z.string()),
  values: z.partialRecord(z.enum(fields), z.string()),
  state: z.enum(['writing', 'saving', 'failed']),
  failure: z.nullable(z.string()),
  refused: z.optional(z.record(z.string(), z.string())),
  stored: z.optional(z.number()),
  versions: z.optional(z.record(z.string(), z.number())),
  joined: z.optional(z.record(z.string(), z.array(z.string()))),
});

/** By the member whom they are about. */
export const actionDrafts = createDrafts<ActionDraft>('actions', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const draft = result.data as ActionDraft;
  // The page was closed before the answer came: whether it was stored is not known, and sending it again is safe.
  return draft.state === 'saving' ? { ...draft, state: 'failed', failure: 'unreachable' } : draft;
});

/** Begun on this page, their forms not shown yet. */
const unshown = new Set<string>();

export function newDraft(kind: ActionDraft['kind'], actionIds: readonly string[]): ActionDraft {
  const id = crypto.randomUUID();
  unshown.add(id);
  return { id, kind, actionIds, values: {}, state: 'writing', failure: null };
}

/** Whether a draft's form is shown for the first time since somebody asked for it, rather than found with the page. */
export const isFirstShown = (id: string): boolean => unshown.delete(id);
