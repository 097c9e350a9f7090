import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { keptContent, type TeamDraft } from './team-draft.ts';

/** A care team that is being changed, with the version that it was read in. */
export interface TeamEdit extends TeamDraft {
  /** The team's, and so the subject as well: one person changes a team once at a time. */
  readonly id: string;
  readonly version: number;
}

const kept = z.object({ ...keptContent, version: z.int() });

/** Kept as notes are: through a reload and the way back, until it is saved or given up. */
export const teamEdits = createDrafts<TeamEdit>('team-edit', (found) => kept.safeParse(found).data ?? null);
