import * as z from 'zod/mini';
import { typedLine } from './readable-text.forms.ts';
import { longestTeamName, mostTeamClinicians, mostTeamPatients } from './registry-teams.values.ts';

const id = z.uuid().check(z.toLowerCase());

/** Ids in any order; one that is said twice counts once. */
const people = (most: number) =>
  z.pipe(
    z.array(id).check(z.maxLength(most)),
    z.transform((ids: string[]) => [...new Set(ids)]),
  );

const name = typedLine(1, longestTeamName);

/** A new care team. The sender makes its `id`: the same team sent again is made once. */
export const newTeam = z.object({
  id,
  name,
  clinicianIds: people(mostTeamClinicians),
  patientIds: z._default(people(mostTeamPatients), []),
});
export type NewTeam = z.output<typeof newTeam>;

/** A care team as it is to be. `version` is the one that was read. */
export const changedTeam = z.object({
  name,
  clinicianIds: people(mostTeamClinicians),
  patientIds: people(mostTeamPatients),
  version: z.int().check(z.minimum(1)),
});
export type ChangedTeam = z.output<typeof changedTeam>;
