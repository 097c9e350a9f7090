import type { Log } from '#platform/log.ts';
import type { CareRelations } from '#services/registry/relations/index.ts';
import type { Tasks } from '#services/registry/tasks/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface CareTeamsDeps {
  /** Assigns members and makes care teams, as an administrator would, and notes what staff did. */
  readonly care: Pick<CareRelations, 'relations' | 'teams' | 'isUntouched'> & { readonly note: Tasks['note'] };
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

type Care = CareTeamsDeps['care'];

/** Names of the demonstration's care teams, with the accounts that are in each. */
const teams = [
  { name: 'Heart and lungs', staff: ['md', 'nurse', 'specialist'] },
  { name: 'Everyday health', staff: ['coach', 'nurse', 'support'] },
] as const;

/** What each did last, and how many minutes before the first start. */
const done = [
  ['md', 'CHART_REVIEW', 190],
  ['nurse', 'CALL', 25],
  ['coach', 'MESSAGE', 70],
  ['specialist', 'CHART_REVIEW', 60 * 30],
] as const;

/** How many members have somebody who looks after them: the others show what it is like when nobody does. */
const assignedShare = 0.8;
const membersOfTeam = 12;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Care teams, assignments and tasks in each tenant, once: where anything was ever assigned nothing is made. The history names
 * nobody as whoever did it, since nobody of the tenant did.
 */
export async function seedCareTeams(
  { care, clock, log }: CareTeamsDeps,
  tenants: readonly DemoTenant[],
  members: readonly DemoMember[],
): Promise<void> {
  for (const tenant of tenants) {
    const id = tenantId(tenant);
    const own = members.filter((member) => member.tenantId === id).map(({ userId }) => userId);
    if (own.length === 0 || !(await care.isUntouched(id))) continue;
    const assigned = own.slice(0, Math.ceil(own.length * assignedShare));
    await seedTenant(care, tenant, assigned, clock.now()).catch((error: unknown) =>
      // Somebody of the demonstration's staff has been taken out: the rest of it starts all the same.
      log.warn({ err: error }, 'demo: the care teams are not complete'),
    );
  }
}

async function seedTenant(care: Care, tenant: DemoTenant, assigned: readonly string[], nowMs: number): Promise<void> {
  const id = tenantId(tenant);
  const staff = (name: string) => demoId(`${tenant.code}/${name}`);
  const by = (daysAgo: number) => ({ userId: null, roles: [], atMs: nowMs - daysAgo * dayMs });
  for (const [place, patientId] of assigned.entries()) {
    const primary = { patientId, teamType: 'PRIMARY' } as const;
    const assign = { ...primary, clinicianId: staff(place % 3 === 0 ? 'nurse' : 'md'), assignmentType: 'DIRECT_ASSIGNMENT' } as const;
    await care.relations.assign(id, by(20 + place), assign);
    if (place % 2 === 0) await care.relations.assign(id, by(19), { ...assign, clinicianId: staff('coach'), teamType: 'SUPPORT' });
    if (place % 5 === 0)
      await care.relations.assign(id, by(6), { ...primary, clinicianId: staff('specialist'), assignmentType: 'TRANSFER_ASSIGNMENT' });
  }
  for (const [place, { name, staff: names }] of teams.entries())
    await care.teams.create(id, by(5), {
      id: demoId(`${tenant.code}/team ${name}`),
      name,
      clinicianIds: names.map(staff),
      patientIds: assigned.filter((_, index) => index % teams.length === place).slice(0, membersOfTeam),
    });
  for (const [place, [name, type, minutesAgo]] of done.entries())
    await care.note(id, staff(name), {
      type,
      performedAt: nowMs - minutesAgo * minuteMs,
      patientId: assigned[place] ?? null,
      seconds: 240 + 60 * place,
    });
}
