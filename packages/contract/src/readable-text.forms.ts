import * as z from 'zod/mini';

/** Spaces, marks without a letter, characters that only shape others, and those that are drawn as nothing. */
const unseen = /^[\p{Z}\p{M}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]+$/u;

/**
 * Text in which there is something to see: what is nothing but zero-width characters looks as if nobody had written. Whether it may be
 * empty is for other checks to say.
 */
export const readable = z.refine<string>((text) => !unseen.test(text), 'Holds nothing that can be read');

/**
 * A name on one line: no line breaks or control characters, which other programs read as the end of it, and nothing that turns the
 * direction of what stands behind it.
 */
export const oneLine = z.refine<string>(
  (text) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text),
  'Has to be one line, without control characters',
);

/** Half a character, or the NUL character, cannot be stored. */
export const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), 'Holds a character that cannot be stored');

/** Text as a person types it, without the spaces around it; of no characters where nothing has to be said. */
export const typed = (shortest: number, longest: number) =>
  z.string().check(z.trim(), z.minLength(shortest), z.maxLength(longest), storable, readable);

/** The same on one line: what something is called, in lists and above pages. */
export const typedLine = (shortest: number, longest: number) => typed(shortest, longest).check(oneLine);
