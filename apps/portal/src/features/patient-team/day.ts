/** A day as lists of assignments write it. Unix milliseconds. */
export const dayOf = (atMs: number): string => new Date(atMs).toLocaleDateString(undefined, { dateStyle: 'medium' });
