import type { SurveyAnswer } from '@vigil/domain/surveys/survey';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

const kept = z.object({ id: z.string(), answerIndices: z.nullable(z.array(z.number())), answerText: z.nullable(z.string()) });

/** An answer on its way; its id is the question's name. */
export type AnswerDraft = SurveyAnswer & { readonly id: string };

/** By the given survey: what was chosen or typed and is not kept by the server yet. */
export const answerDrafts = createDrafts<AnswerDraft>('surveys', (found) => {
  const result = kept.safeParse(found);
  return result.success ? result.data : null;
});
