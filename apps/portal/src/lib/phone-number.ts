/** A number as people type it, in groups, without them: as it is kept (E.164). */
export const withoutGroups = (typed: string): string => typed.replaceAll(/[\s().-]/g, '');

/** A kept number as people read it aloud. Where the country's groups are not known, as it is kept. */
export const inGroups = (kept: string): string => kept.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
