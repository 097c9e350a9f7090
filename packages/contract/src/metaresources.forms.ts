import { measureOf } from '@vigil/domain/facts/measures';
import * as z from 'zod/mini';
import { longestPanelName, mostPanelMeasures } from './metaresources.values.ts';
import { typedLine } from './readable-text.forms.ts';

const measure = z.object({
  measureId: z.string().check(z.refine((id) => measureOf(id) !== null, 'There is no such measure')),
  /** Not kept: the catalogue names its measures. */
  measureName: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});

/**
 * A panel as it is to be. Under an id that the person has a panel of it changes that one; under another, which the sender may
 * make, or under none, it is a new one.
 */
export const sentPanelSet = z.object({
  id: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Has 1 to 64 letters, digits, underscores and hyphens')))),
  name: typedLine(1, longestPanelName),
  measures: z.array(measure).check(
    z.minLength(1),
    z.maxLength(mostPanelMeasures),
    z.refine((all) => new Set(all.map(({ measureId }) => measureId)).size === all.length, 'Names a measure twice'),
  ),
});
export type SentPanelSet = z.output<typeof sentPanelSet>;
