import * as z from 'zod/mini';

/** Which programs the list shows. */
export const shownPrograms = ['live', 'draft', 'outdated'] as const;
export type ShownPrograms = (typeof shownPrograms)[number];

export const programsSearch = z.object({ show: z.catch(z._default(z.enum(shownPrograms), 'live'), 'live') });

/** `new`: a program that is not stored yet, under an id that was made for it. */
export const programSearch = z.object({ new: z.catch(z._default(z.boolean(), false), false) });
