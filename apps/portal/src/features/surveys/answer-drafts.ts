import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

const kept = z.object({ id: z.string(), answerIndices: z.nullable(z.array(z.number())), answerText: z.nullable(z.string()) });

/** An answer on its way; its id is the question's name. */
export type AnswerDraft = SurveyAnswer & { readonly id: string };

function read(found: unknown): AnswerDraft | null {
  const result = kept.safeParse(found);
  return result.success ? result.data : null;
}

/** By the given survey: what was chosen or typed and is not kept by the server yet. */
export const answerDrafts = createDrafts<AnswerDraft>('surveys', read);

/** The same of what the care team answers beside the member, in edit mode. */
export const teamAnswerDrafts = createDrafts<AnswerDraft>('survey-edits', read);
