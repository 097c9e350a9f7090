import * as z from 'zod/mini';

/** Spaces, marks without a letter, characters that only shape others, and those that are drawn as nothing. */
const unseen = /^[\p{Z}\p{M}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]+$/u;

/**
 * Text in which there is something to see: what is nothing but zero-width characters looks as if nobody had written. Whether it may be
 * empty is for other checks to say.
 */
export const readable = z.refine<string>((text) => !unseen.test(text), 'Holds nothing that can be read');

/** Controls, and what turns the direction of all that stands behind it. Marks of a single letter's direction are none. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has no control characters other than those that end a line or a column. */
export const isPlain = (text: string) => text.isWellFormed() && !controls.test(text.replaceAll(/[\n\r\t]/g, ''));

/** The same on one line: other programs read line breaks as the end of a name. */
export const isPlainLine = (text: string) => text.isWellFormed() && !controls.test(text) && !/[\u2028\u2029]/.test(text);

/** A name on one line. */
export const oneLine = z.refine<string>(isPlainLine, 'Has to be one line, without control characters');

/** Half a character, or the NUL character, cannot be stored. What else may be wrong with such a text is not said beside it. */
export const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), {
  error: 'Holds a character that cannot be stored',
  abort: true,
});

/** Text as a person types it, without the spaces around it; of no characters where nothing has to be said. */
export const typed = (shortest: number, longest: number) =>
  z.string().check(z.trim(), z.minLength(shortest), z.maxLength(longest), storable, readable);

/** The same on one line: what something is called, in lists and above pages. */
export const typedLine = (shortest: number, longest: number) => typed(shortest, longest).check(oneLine);
