import { publishedConcerns, type TypedValues } from '@vigil/domain/activities/concern';
import type { LogDraft } from './log-drafts.ts';
import { measuredBy, valueIn } from './to-activity.ts';

/** The measured values of a draft, in the units in which they are kept. */
export const typedValues = (draft: LogDraft): TypedValues =>
  Object.fromEntries(
    measuredBy[draft.kind].flatMap((metric) => {
      const value = valueIn(metric, draft);
      return value === null ? [] : [[metric, value]];
    }),
  );

/** What stands in the fields, as it is asked about: 215/125. */
export const typedText = ({ kind, values }: LogDraft): string => measuredBy[kind].map((metric) => values[metric]).join('/');

/** What everybody knows of such values, also without a connection. */
export const knownConcerns = (draft: LogDraft) => publishedConcerns(typedValues(draft));
