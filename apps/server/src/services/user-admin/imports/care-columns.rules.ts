import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import type { ImportColumn, Realm } from '@vigil/contract/user-admin.values';
import { type CareTargets, plainTeamName } from '#services/registry/relations/index.ts';
import type { RowProblem } from './row-problem.ts';

/** To whom a line assigns the member: clinicians by e-mail address in lower case, care teams by name. */
export interface CareAsked {
  readonly primary: string | null;
  readonly support: readonly string[];
  readonly teams: readonly string[];
}

const careColumns = ['primaryclinician', 'supportclinician', 'careteam'] as const satisfies readonly ImportColumn[];
type CareColumn = (typeof careColumns)[number];
type CareCells = Readonly<Partial<Record<ImportColumn, string>>>;

const several = /[;|]/;
const partsOf = (cell: string | undefined): string[] => [
  ...new Set(
    (cell ?? '')
      .split(several)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** Names that are one care team’s, the first as it is written. */
const eachTeamOnce = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, plainTeamName).values()].flatMap(([name]) => name ?? []);

/** What a line says of clinicians and care teams; null where it says nothing. */
export function careIn(cells: CareCells): CareAsked | null {
  const [primary = null] = partsOf(cells.primaryclinician?.toLowerCase());
  const support = partsOf(cells.supportclinician?.toLowerCase());
  const teams = eachTeamOnce(partsOf(cells.careteam));
  return primary === null && support.length === 0 && teams.length === 0 ? null : { primary, support, teams };
}

/** What is wrong with these cells, whoever is in the tenant. */
export function careCellProblems(cells: CareCells, realm: Realm): RowProblem[] {
  if (realm === 'care')
    return careColumns.flatMap((column) =>
      cells[column]?.trim() ? [{ column, reason: 'Only members have clinicians and care teams; leave this empty for staff' }] : [],
    );
  return partsOf(cells.primaryclinician?.toLowerCase()).length > 1
    ? [
        {
          column: 'primaryclinician',
          reason: 'Names more than one; a member has one primary clinician here, and others under supportclinician',
        },
      ]
    : [];
}

const unknownClinician = (written: string) =>
  written.includes('@')
    ? `No one here has the e-mail address ${written}; check it, or invite the clinician first`
    : `${written} isn’t an e-mail address; enter the clinician’s e-mail address, not the name`;

/** Judges lines one after the other, as each takes room in the care teams that it names. */
export interface CareJudge {
  /** With `isMade` the member is going to be in the teams, if nothing is wrong. */
  problemsOf(asked: CareAsked | null | undefined, isMade: boolean): RowProblem[];
}

export function createCareJudge(targets: CareTargets): CareJudge {
  const joining = new Map<string, number>();

  function clinicianProblem(column: CareColumn, email: string): RowProblem[] {
    const found = targets.clinicians.get(email);
    if (!found) return [{ column, reason: unknownClinician(email) }];
    if (found.hasLeft)
      return [{ column, reason: `${email} is discharged, deactivated or deleted here, so nobody can be assigned to them` }];
    return found.isOfCareTeam ? [] : [{ column, reason: `${email} isn’t a clinician here: they hold no role of the care team` }];
  }

  function teamProblem(name: string, isMade: boolean): RowProblem[] {
    const found = targets.teams.get(plainTeamName(name)) ?? [];
    const [team] = found;
    const column = 'careteam';
    if (!team) return [{ column, reason: `No care team is named “${name}”` }];
    if (found.length > 1) return [{ column, reason: `${found.length} care teams are named “${name}”; rename one of them first` }];
    const before = joining.get(team.id) ?? 0;
    if (team.patientCount + before >= mostTeamPatients)
      return [{ column, reason: `The care team “${name}” has no room: ${mostTeamPatients} members are the most` }];
    if (isMade) joining.set(team.id, before + 1);
    return [];
  }

  return {
    problemsOf(asked, isMade) {
      if (!asked) return [];
      const clinicians = [
        ...(asked.primary === null ? [] : clinicianProblem('primaryclinician', asked.primary)),
        ...asked.support.flatMap((email) => clinicianProblem('supportclinician', email)),
      ];
      return [...clinicians, ...asked.teams.flatMap((name) => teamProblem(name, isMade && clinicians.length === 0))];
    },
  };
}

/** Everybody and everything that lines name, each once. */
export const namedIn = (lines: readonly (CareAsked | null | undefined)[]) => ({
  emails: [...new Set(lines.flatMap((asked) => (asked ? [...(asked.primary === null ? [] : [asked.primary]), ...asked.support] : [])))],
  teamNames: [...new Set(lines.flatMap((asked) => asked?.teams ?? []))],
});
