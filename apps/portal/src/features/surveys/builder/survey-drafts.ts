import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

const kept = z.object({
  id: z.string(),
  revision: z.int(),
  name: z.string(),
  intake: z.boolean(),
  content: z.looseObject({ title: z.string(), questions: z.array(z.looseObject({ name: z.string() })) }),
});

/** By the survey: what is written of it and not kept by the server yet, with the revision that it was written on. */
export const surveyDrafts = createDrafts<SurveyDraft>('written-surveys', (found) =>
  // What a question holds is told by the server, field by field, when it is sent.
  kept.safeParse(found).success ? (found as SurveyDraft) : null,
);

let unkept: readonly SurveyDraft[] = [];

/** All of them, the first begun first. */
export function useUnkeptSurveys(): readonly SurveyDraft[] {
  return useSyncExternalStore(surveyDrafts.subscribe, () => {
    const now = surveyDrafts.subjects().flatMap((id) => surveyDrafts.of(id));
    // The same list while nothing in it is another.
    if (now.length !== unkept.length || now.some((draft, place) => draft !== unkept[place])) unkept = now;
    return unkept;
  });
}

/** They say the same, whatever revision they were written on. */
export const isSameSurvey = (one: Written, other: Written): boolean => wordsOf(one) === wordsOf(other);

type Written = Pick<SurveyDraft, 'name' | 'intake' | 'content'>;

/** In an order of keys of its own: what comes back from the server need not have the order that it was sent in. */
function wordsOf({ name, intake, content }: Written): string {
  return JSON.stringify([name, intake, content], (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
