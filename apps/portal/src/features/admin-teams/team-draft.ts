import type { CareTeamMember } from '@vigil/contract/registry-care-team.contract';
import type { Team } from '@vigil/contract/registry-teams.contract';
import { longestTeamName } from '@vigil/contract/registry-teams.values';
import * as z from 'zod/mini';

/** Somebody who was chosen, with as much as the form shows. */
export type Chosen = Pick<CareTeamMember, 'id' | 'firstName' | 'lastName'> & { readonly title?: string | null };

/** A care team that is being made or changed. */
export interface TeamDraft {
  readonly name: string;
  readonly clinicians: readonly Chosen[];
  readonly patients: readonly Chosen[];
}

const keptPeople = z.array(
  z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), title: z.optional(z.nullable(z.string())) }),
);
/** How a draft lies in storage, which an older version of the page may have written. */
export const keptContent = { id: z.string(), name: z.string(), clinicians: keptPeople, patients: keptPeople } as const;

export const emptyDraft: TeamDraft = { name: '', clinicians: [], patients: [] };
export const draftOf = ({ name, clinicians, patients }: Team): TeamDraft => ({ name, clinicians, patients });

export const nameIsGood = (name: string): boolean => name.trim() !== '' && name.trim().length <= longestTeamName;

const ids = (people: readonly Chosen[]) => people.map(({ id }) => id);
/** The draft as the server takes it. */
export const sentOf = ({ name, clinicians, patients }: TeamDraft) => ({
  name: name.trim(),
  clinicianIds: ids(clinicians),
  patientIds: ids(patients),
});

const setOf = (people: readonly Chosen[]) => ids(people).toSorted().join();
export const isSame = (one: TeamDraft, other: TeamDraft): boolean =>
  one.name.trim() === other.name.trim() &&
  setOf(one.clinicians) === setOf(other.clinicians) &&
  setOf(one.patients) === setOf(other.patients);

export const without = (people: readonly Chosen[], id: string): Chosen[] => people.filter((one) => one.id !== id);
