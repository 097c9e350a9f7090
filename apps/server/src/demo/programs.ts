import type { NewProgram } from '@vigil/contract/factuary-programs.forms';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Programs } from '#services/factuary/programs/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';
import { programOfSleep, programOfWalking } from './program-texts.ts';

export interface ProgramsDeps {
  readonly database: Database;
  /** Writes programs, gives them to members, and does what members do with them. */
  readonly programs: Pick<Programs, 'authoring' | 'assigning' | 'content'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Members of each tenant who have programs. */
const membersWithPrograms = 5;
/** How long ago each program began, in days. */
const began = { sleep: 9, walking: 3 } as const;

/** Two programs of each tenant, made up and called so, and a few members on their way through them. Once: who has any gets none. */
export async function seedPrograms(
  deps: ProgramsDeps,
  tenants: readonly DemoTenant[],
  members: readonly DemoMember[],
  signal: AbortSignal,
): Promise<void> {
  for (const tenant of tenants) {
    const own = members.filter((one) => one.tenantId === tenantId(tenant) && one.profile.status === 'ACTIVE');
    // Whoever signs in as a member sees some on the own page.
    const isNamed = ({ email }: DemoMember) => email.startsWith('member@');
    const chosen = [...own.filter(isNamed), ...own.filter((one) => !isNamed(one))].slice(0, membersWithPrograms);
    const nurse = demoId(`${tenant.code}/nurse`);
    try {
      const sleep = await written(deps, tenant, nurse, programOfSleep);
      const walking = await written(deps, tenant, nurse, programOfWalking);
      for (const [place, member] of chosen.entries()) {
        if (signal.aborted) return;
        if ((await deps.programs.assigning.ofMember(member.tenantId, member.userId, false)).length > 0) continue;
        await given(deps, member, nurse, sleep, began.sleep);
        if (place % 2 === 0) await given(deps, member, nurse, walking, began.walking);
        await done(deps, member, place);
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'demo: programs are not complete');
    }
  }
}

/** The id of a program that is published. */
async function written(
  { programs: { authoring } }: ProgramsDeps,
  tenant: DemoTenant,
  nurse: string,
  content: Omit<NewProgram, 'id'>,
): Promise<string> {
  const id = demoId(`${tenant.code}/program ${content.name}`);
  const { all } = await authoring.filter(tenantId(tenant), { status: 'live', type: 'regular', outdated: 'no', page: 0, per_page: 100 });
  if (all.some((one) => one.id === id)) return id;
  await authoring.create(tenantId(tenant), nurse, { ...content, id }, 'tenant');
  await authoring.publish(tenantId(tenant), nurse, id, { op: 'publish', revision: 1 }, 'tenant');
  return id;
}

/** Gives a program to a member as if it had begun some days ago: what was due since has been delivered when it was due. */
async function given(
  { database, programs }: ProgramsDeps,
  { tenantId: tenant, userId }: DemoMember,
  by: string,
  programId: string,
  daysAgo: number,
) {
  await programs.assigning.change(tenant, { userId, by }, { op: 'assign', program_id: programId });
  await database.tenant(tenant, async (sql) => {
    const [run] = await sql.query<{ id: string }>(
      `update vigil.member_programs set started_at = started_at - make_interval(days => $4)
       where tenant_id = $1 and user_id = $2 and program_id = $3 and status = 'active' returning id`,
      [tenant, userId, programId, daysAgo],
    );
    await sql.query(
      `update vigil.program_items set due_day = due_day - $3::int, due_at = due_at - make_interval(days => $3),
         created_at = created_at - make_interval(days => $3)
       where tenant_id = $1 and member_program_id = $2`,
      [tenant, run?.id, daysAgo],
    );
    await sql.query(
      `update vigil.program_items set status = 'delivered', delivered_at = due_at, expires_at = due_at + make_interval(days => expires_after_days)
       where tenant_id = $1 and member_program_id = $2 and due_at <= now()`,
      [tenant, run?.id],
    );
  });
}

/** Members read some of it, rate a part of that, and opt into pledges: not everybody the same. */
async function done({ programs: { content } }: ProgramsDeps, { tenantId: tenant, userId }: DemoMember, place: number): Promise<void> {
  const whose = { userId, own: true };
  const all = { page: 0, per_page: 200 };
  const insights = (await content.insights(tenant, whose, all)).content.toReversed();
  for (const [at, { id }] of insights.slice(0, 3 - (place % 3)).entries())
    await content.doInsight(tenant, userId, id, at % 2 === 0 ? { status: 'rated', rating: place % 2 === 0 ? 5 : 4 } : { status: 'read' });
  const [first] = (await content.pledges(tenant, whose, all)).content.toReversed();
  if (!first) return;
  await content.doPledge(tenant, userId, first.id, { status: 'opted' });
  await content.report(tenant, { userId, by: userId }, first.id, { id: demoId(`${userId}/report ${first.id}`), did: place % 4 !== 3 });
}
