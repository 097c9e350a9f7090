import type { ApiErrorCode } from '@vigil/contract/client';
import { typedMetrics } from '@vigil/domain/activities/measures';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { unitsForm } from '#lib/units.ts';
import { logKinds } from './log-kinds.ts';

const kept = z.object({
  id: z.string(),
  kind: z.enum(logKinds),
  /** What stands in the fields, as it was typed. */
  values: z.record(z.string(), z.string()),
  /** Those in which it was typed, whatever is chosen since. */
  units: unitsForm,
  /** yyyy-MM-dd and HH:mm, by the member's clock. */
  date: z.string(),
  time: z.string(),
  /** A doubtful value that was said to be right. */
  confirmed: z.nullable(z.string()),
  /** What is asked about a doubtful value, until it is answered or changed. */
  doubt: z.optional(z.object({ metric: z.enum(typedMetrics), about: z.enum(['unlikely', 'changed', 'concern']), typed: z.string() })),
  state: z.enum(['writing', 'saving', 'failed']),
  failure: z.nullable(z.string()),
});

/** Something on its way from the first key to the server. Its id is the activity's, so that sending it again stores nothing twice. */
export interface LogDraft extends Omit<z.output<typeof kept>, 'failure'> {
  /** Why it was not saved; null unless it failed. */
  readonly failure: ApiErrorCode | null;
}

/** By the member whom they are about. */
export const logDrafts = createDrafts<LogDraft>('logging', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const draft = result.data as LogDraft;
  // The page was closed before the answer came: whether it was stored is not known, and sending it again is safe.
  return draft.state === 'saving' ? { ...draft, state: 'failed', failure: 'unreachable' } : draft;
});

/** A draft as it goes on being written after a failure. What clashed with something stored becomes one of its own. */
export const writtenOn = (draft: LogDraft): LogDraft => ({
  ...draft,
  id: draft.failure === 'conflict' ? crypto.randomUUID() : draft.id,
  state: 'writing',
  failure: null,
});
