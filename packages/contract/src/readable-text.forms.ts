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
