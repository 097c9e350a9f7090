import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

/** What was typed about a member and is not known to be stored; its id is the member's. */
export interface TypedText {
  readonly id: string;
  readonly summary: string;
  readonly to_do: string;
  readonly contingency: string;
  /** Stored, and kept because its empty summary is meant to be empty. */
  readonly isStored: boolean;
}

const text = z.object({ id: z.string(), summary: z.string(), to_do: z.string(), contingency: z.string(), isStored: z.boolean() });

/** What was typed about the shift as a whole. */
const situation = z.object({ id: z.string(), situation: z.string() });
export type TypedSituation = z.output<typeof situation>;

/** There is one draft: its subject. */
export const draftSubject = 'draft';
export const typedTexts = createDrafts<TypedText>('handoff-texts', (found) => text.safeParse(found).data ?? null);
export const typedSituation = createDrafts<TypedSituation>('handoff-situation', (found) => situation.safeParse(found).data ?? null);

/** What somebody understood of a handoff, which is its subject and its id. */
const readBack = z.object({ id: z.string(), text: z.string() });
export const typedReadBacks = createDrafts<z.output<typeof readBack>>(
  'handoff-read-back',
  (found) => readBack.safeParse(found).data ?? null,
);
