import { randomUUID } from 'node:crypto';
import { access } from '@vigil/contract';
import { postNote } from '@vigil/contract/notary.contract';
import type { NewNote } from '@vigil/contract/notary.forms';
import { afterAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { createNotary } from '#services/notary/index.ts';
import { useHarness } from '#testing/harness.ts';
import { startHttp } from '#testing/start-http.ts';
import { type Handler, type RequestContext, route, tenantOf, userIdOf } from './route.ts';

/*
 * Handlers of calls that write about members, each of which has forgotten something: over HTTP, with the real access rules and
 * the real PostgreSQL. What counts is what is stored.
 */
const harness = await useHarness();
const notary = createNotary(harness);
const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
/** Whom the nurse looks after, and who is another's. */
const [own, foreign] = [await harness.createUser(tenant), await harness.createUser(tenant)];

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

type PostNote = Handler<typeof postNote>;
const write = (body: NewNote, context: RequestContext) => notary.write(tenantOf(context).id, userIdOf(context), body);

/** What is answered and stored of a note about the member, where the call is declared and handled like this. */
async function outcome(rule: typeof postNote.access, handler: PostNote, member: { readonly id: string }) {
  const records: AuditEntry[] = [];
  const server = await startHttp(harness, {
    routes: [route({ ...postNote, access: rule }, handler)],
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    assignments: { isAssigned: async (_tenant, _staff, one) => one === own.id, membersOf: async () => [own.id] },
    audit: { record: async (entry) => void records.push(entry) },
  });
  closing.push(() => server.stop());
  const id = randomUUID();
  const { statusCode } = await server.http.inject({
    method: 'POST',
    url: postNote.path,
    headers: { authorization: `Bearer ${nurse.id}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ id, user: member.id, text: 'Feels better.' }),
  });
  const stored = await harness.asOwner('select 1 from vigil.notes where id = $1', [id]);
  return { status: statusCode, isStored: stored.length > 0, audited: records.map(({ members, status }) => [members, status]) };
}

describe('where the contract says at which place of the body the member stands', () => {
  const rule = access.writeAboutMemberInBody({ at: ['user'] });

  test('the member is checked and on record without the handler’s doing', async () => {
    const forgetful: PostNote = ({ body }, context) => write(body, context);
    expect(await outcome(rule, forgetful, own)).toEqual({ status: 200, isStored: true, audited: [[[own.id], 200]] });
    expect(await outcome(rule, forgetful, foreign)).toEqual({ status: 403, isStored: false, audited: [[[foreign.id], 403]] });
    const nobody = { id: randomUUID() };
    expect(await outcome(rule, forgetful, nobody)).toEqual({ status: 404, isStored: false, audited: [[[nobody.id], 404]] });
  });

  test('a check of somebody else does not stand for the one who is named', async () => {
    const another: PostNote = async ({ body }, context) => {
      await context.requireMember(own.id);
      return write(body, context);
    };
    expect(await outcome(rule, another, foreign)).toMatchObject({ status: 403, isStored: false });
  });

  test('to say nobody does not stand for the one who is named', async () => {
    const nobody: PostNote = async ({ body }, context) => {
      context.auditMembers([]);
      return write(body, context);
    };
    expect(await outcome(rule, nobody, foreign)).toMatchObject({ status: 403, isStored: false });
  });
});

describe('where only the handler can find out whom a call is about', () => {
  const found = { found: 'It is a test.' };
  const rule = access.writeAboutMemberInBody(found);

  test.each<[string, PostNote, number]>([
    ['checks nobody', ({ body }, context) => write(body, context), 500],
    [
      'says nobody',
      async ({ body }, context) => {
        context.auditMembers([]);
        return write(body, context);
      },
      500,
    ],
    [
      'names the member and checks nobody',
      async ({ body }, context) => {
        context.auditMembers([body.user]);
        return write(body, context);
      },
      500,
    ],
    [
      'passes over the refusal',
      async ({ body }, context) => {
        await context.requireMember(body.user).catch(() => undefined);
        return write(body, context);
      },
      403,
    ],
    [
      'passes over the refusal after another member was let pass',
      async ({ body }, context) => {
        await context.requireMember(own.id);
        await context.requireMember(body.user).catch(() => undefined);
        return write(body, context);
      },
      403,
    ],
    [
      'answers something else after a refusal',
      async ({ body }, context) => {
        await context.requireMember(body.user).catch(() => undefined);
        return { id: body.id } as never;
      },
      403,
    ],
    [
      'writes, and then asks',
      async ({ body }, context) => {
        const note = await write(body, context);
        await context.requireMember(body.user);
        return note;
      },
      500,
    ],
  ])('a handler that %s stores nothing and answers nothing', async (_, handler, status) => {
    expect(await outcome(rule, handler, foreign)).toMatchObject({ status, isStored: false });
  });

  test('a check that nobody waits for lets nothing be stored before it is done, and its refusal is the answer', async () => {
    const hasty: PostNote = ({ body }, context) => {
      void context.requireMember(body.user);
      return write(body, context);
    };
    const { status, isStored } = await outcome(rule, hasty, foreign);
    expect([403, 500]).toContain(status);
    expect(isStored).toBe(false);
    const idle: PostNote = async ({ body }, context) => {
      void context.requireMember(body.user);
      return { id: body.id } as never;
    };
    expect(await outcome(rule, idle, foreign)).toMatchObject({ status: 403, isStored: false });
  });

  test('a refusal that comes while a transaction is under way takes it back', async () => {
    const within: PostNote = async ({ body }, context) => {
      await context.requireMember(own.id);
      const check = context.requireMember(body.user).catch(() => undefined);
      await harness.database.tenant(tenant.id, async (sql) => {
        await sql.query(
          `insert into vigil.notes (tenant_id, id, note_id, version, user_id, clinician_id, text, created_at)
           values ($1, $2, $2, 1, $3, $4, $5, now())`,
          [tenant.id, body.id, body.user, nurse.id, body.text],
        );
        await check;
      });
      return { id: body.id } as never;
    };
    expect(await outcome(rule, within, foreign)).toMatchObject({ status: 403, isStored: false });
  });

  test('a handler that checks the member it has found writes as ever', async () => {
    const careful: PostNote = async ({ body }, context) => {
      await context.requireMember(body.user);
      return write(body, context);
    };
    expect(await outcome(rule, careful, own)).toMatchObject({ status: 200, isStored: true });
    expect(await outcome(rule, careful, foreign)).toMatchObject({ status: 403, isStored: false });
  });

  test('of a call that may be about nobody, a handler that says so writes; one that says nothing does not', async () => {
    const orNobody = access.writeAboutMemberInBody({ ...found, orNobody: true });
    const nobody: PostNote = async ({ body }, context) => {
      context.auditMembers([]);
      return write(body, context);
    };
    expect(await outcome(orNobody, nobody, own)).toMatchObject({ status: 200, isStored: true });
    expect(await outcome(orNobody, ({ body }, context) => write(body, context), own)).toMatchObject({ status: 500, isStored: false });
  });

  test('of a call that answers for each member alone, a refusal of one is no refusal of the call', async () => {
    const eachAlone = access.writeAboutMemberInBody({ ...found, eachAlone: true });
    const each: PostNote = async ({ body }, context) => {
      await context.requireMember(foreign.id).catch(() => undefined);
      await context.requireMember(body.user);
      return write(body, context);
    };
    expect(await outcome(eachAlone, each, own)).toMatchObject({ status: 200, isStored: true });
    const refused: PostNote = async ({ body }, context) => {
      await context.requireMember(body.user).catch(() => undefined);
      return write(body, context);
    };
    expect(await outcome(eachAlone, refused, foreign)).toMatchObject({ status: 500, isStored: false });
  });
});

describe('a list of members that writes', () => {
  const rule = access.handOver();

  test('stores nothing before it has asked whom the caller may see', async () => {
    const forgetful: PostNote = async ({ body }, context) => {
      context.auditMembers([body.user]);
      return write(body, context);
    };
    expect(await outcome(rule, forgetful, foreign)).toMatchObject({ status: 500, isStored: false });
    const careful: PostNote = async ({ body }, context) => {
      await context.membersInScope();
      return forgetful({ body } as never, context);
    };
    expect(await outcome(rule, careful, own)).toMatchObject({ status: 200, isStored: true });
  });
});
