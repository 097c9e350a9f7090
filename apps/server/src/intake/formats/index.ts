import type { Format } from './format.ts';

/** Every format that is recognised by what a file holds. */
export const formats: readonly Format[] = [];
