import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { type Tried, triedShape } from '#lib/tried.ts';
import { emptyDraft, type TeamDraft } from './team-draft.ts';

/** Steps of making a care team, in their order. */
export const steps = ['details', 'clinicians', 'members', 'review'] as const;

/** A care team that is being made, and how far. */
export interface NewTeam extends TeamDraft {
  readonly id: string;
  /** Place in `steps`. */
  readonly step: number;
  readonly tried?: Tried | undefined;
}

/** The one subject: of new teams there is one at a time. */
export const newTeamSubject = 'new';

export const emptyTeam = (id: string): NewTeam => ({ id, step: 0, ...emptyDraft });

const people = z.array(
  z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), title: z.optional(z.nullable(z.string())) }),
);
const kept = z.object({
  id: z.string(),
  step: z.int().check(z.minimum(0), z.maximum(steps.length - 1)),
  name: z.string(),
  clinicians: people,
  patients: people,
  tried: z.optional(triedShape),
});

/** Kept as notes are: through a reload and the way back, until the team is made or given up. */
export const newTeams = createDrafts<NewTeam>('new-team', (found) => kept.safeParse(found).data ?? null);
