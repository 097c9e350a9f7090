import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import { useHarness } from '#testing/harness.ts';
import { newcomersCareOn } from '#testing/newcomers-care-on.ts';
import { startHttp } from '#testing/start-http.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createUserAdmin } from '../index.ts';

const harness = await useHarness();
const { database, clock } = harness;
const idp = await startIdentity(harness);
const audit = createAudit({ database, clock, key: 'seal of the conflicts' });
const sms = { carries: false, post: () => {}, send: async () => {} };
const post = createTenantPost({ database, mail: idp.mail, sms, clock });
const userAdmin = createUserAdmin({
  ...harness,
  care: newcomersCareOn(harness),
  ...{ reserve: endlessDisk, mailLanguageOf: async () => 'en', identity: idp.identity, post, audit },
});
const server = await startHttp(harness, {
  routes: userAdmin.routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit,
});
afterAll(async () => {
  await userAdmin.stop?.();
  await server.stop();
  await idp.stop();
});

const header = 'contact,firstname,lastname,birthdate,mrn';

async function place() {
  const tenant = await harness.createTenant();
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
  const send = (method: 'GET' | 'POST', path: string, file?: string) =>
    server.http.inject({
      method,
      url: `/user_admin/api/v1/tenants/${tenant.id}/imports${path}`,
      headers: { authorization: `Bearer ${admin.id}`, ...(file !== undefined && { 'content-type': 'application/octet-stream' }) },
      ...(file !== undefined && { payload: Buffer.from(file) }),
    });
  const rows = async (id: string, outcome = 'ERROR') => (await send('GET', `/${id}/rows?outcome=${outcome}`)).json().content;
  return {
    tenant,
    admin,
    send,
    rows,
    check: async (...lines: string[]) => {
      const id = randomUUID();
      const answer = await send('POST', `?id=${id}`, `${header}\n${lines.join('\n')}\n`);
      expect(answer.statusCode).toBe(200);
      return { id, counts: answer.json().counts };
    },
    run: async (id: string) => {
      expect((await send('POST', `/${id}/start`)).statusCode).toBe(200);
      await userAdmin.settled();
    },
    errors: async (id: string) => (await send('GET', `/${id}/errors`)).body,
    member: async ({ email, mrn, birthDate }: { email: string; mrn?: string; birthDate?: string }) => {
      const user = await harness.createUser(tenant, { roles: ['patient'], givenName: 'Ann', familyName: 'Lee', email });
      await harness.asOwner('update vigil.users set mrn = $2, birth_date = $3 where id = $1', [user.id, mrn ?? null, birthDate ?? null]);
      return user;
    },
  };
}
const auditedMembers = async (tenantId: string, endpoint: string) => {
  await audit.drain();
  const found = await harness.asOwner<{ members: string[] }>(
    'select members::text[] as members from vigil.audit_log where tenant_id = $1 and endpoint = $2',
    [tenantId, endpoint],
  );
  return found.flatMap(({ members }) => members);
};

describe('a line about somebody else than the person who has its record number', () => {
  test('is an error that shows both people, and stands in the audit log about the one who is there', async () => {
    const { check, member, rows, tenant } = await place();
    const ann = await member({ email: `${randomUUID()}@test.example`, mrn: 'M-7', birthDate: '1980-02-29' });
    const { id, counts } = await check('bob@test.example,Bob,Ray,1975-01-02,m-7');
    expect(counts).toEqual({ READY: 0, UNUSUAL: 0, CREATED: 0, DUPLICATE: 0, ERROR: 1 });
    expect(await rows(id)).toMatchObject([
      {
        ...{ line: 2, name: 'Bob Ray', birthDate: '1975-01-02' },
        problems: [{ column: 'mrn', heldBy: { line: null, userId: ann.id, name: 'Ann Lee', birthDate: '1980-02-29' } }],
      },
    ]);
    expect(await auditedMembers(tenant.id, 'user_admin.listImportRows')).toEqual([ann.id]);
  });

  test('shows two lines of one file both, and makes neither of them', async () => {
    const { check, rows, run, tenant } = await place();
    const { id } = await check('a@test.example,Ann,Lee,1980-02-29,M-1', 'b@test.example,Bob,Ray,,M-1', 'c@test.example,Cy,Poe,,M-2');
    expect(await rows(id)).toMatchObject([
      { line: 2, problems: [{ column: 'mrn', heldBy: { line: 3, userId: null, name: 'Bob Ray', birthDate: null } }] },
      { line: 3, problems: [{ column: 'mrn', heldBy: { line: 2, userId: null, name: 'Ann Lee', birthDate: '1980-02-29' } }] },
    ]);
    await run(id);
    expect(await harness.asOwner("select email from vigil.users where tenant_id = $1 and 'patient' = any(roles)", [tenant.id])).toEqual([
      { email: 'c@test.example' },
    ]);
  });

  test('is found again when the accounts are made: somebody may have come meanwhile', async () => {
    const { check, member, rows, run } = await place();
    const { id, counts } = await check('bob@test.example,Bob,Ray,,M-7', 'ann@test.example,Ann,Lee,,M-8');
    expect(counts.READY).toBe(2);
    const ann = await member({ email: 'ann@test.example', mrn: 'M-7' });
    await run(id);
    expect(await rows(id)).toMatchObject([{ line: 2, name: 'Bob Ray', problems: [{ column: 'mrn', heldBy: { userId: ann.id } }] }]);
    expect(await rows(id, 'DUPLICATE')).toMatchObject([{ line: 3, birthDate: null }]);
  });
});

test('somebody of another tenant is neither shown nor hinted at', async () => {
  const [here, there] = [await place(), await place()];
  const email = `${randomUUID()}@test.example`;
  const foreign = await there.member({ email, mrn: 'M-9', birthDate: '1980-02-29' });
  await idp.identity.accounts.create({ email, userId: foreign.id, emailVerified: true });
  const unknown = `${randomUUID()}@test.example`;
  const { id, counts } = await here.check(`${email},Bob,Ray,1975-01-02,M-9`, `${unknown},Eve,Dew,1975-01-02,M-10`);
  expect(counts).toEqual({ READY: 2, UNUSUAL: 0, CREATED: 0, DUPLICATE: 0, ERROR: 0 });
  await here.run(id);
  const [known, other] = await here.rows(id, 'CREATED');
  const shape = ({ line: _, label: __, name: ___, userId, ...rest }: Record<string, unknown>) => ({ ...rest, made: typeof userId });
  expect(shape(known)).toEqual(shape(other));
});

test('two addresses that are one person’s elsewhere make one account and one error, which names nobody', async () => {
  const [here, there] = [await place(), await place()];
  const [first, second] = [`${randomUUID()}@test.example`, `${randomUUID()}@test.example`];
  const foreign = await there.member({ email: first });
  for (const email of [first, second]) await idp.identity.accounts.create({ email, userId: foreign.id, emailVerified: true });
  const { id } = await here.check(`${first},Ann,Lee,,`, `${second},Bob,Ray,,`);
  await here.run(id);
  expect(await here.rows(id, 'CREATED')).toMatchObject([{ line: 2 }]);
  expect(await here.rows(id)).toMatchObject([{ line: 3, problems: [{ column: 'contact', heldBy: null }] }]);
});

describe('the lines with an error', () => {
  test('are downloaded as the file had them behind line, column and reason, and can be put right and imported', async () => {
    const { check, errors, member, rows, send, tenant } = await place();
    const ann = await member({ email: `${randomUUID()}@test.example`, mrn: 'M-7', birthDate: '1980-02-29' });
    const { id } = await check('bob@test.example,"=HYPERLINK(""x"")",Ray,1975-01-02,M-7', 'no,"+Eve",Dew,,', 'ok@test.example,Cy,Poe,,');
    const text = await errors(id);
    expect(text).toBe(
      [
        `\uFEFFline,column,reason,${header}`,
        `2,mrn,"This MRN belongs to someone else (Ann Lee, born 1980-02-29)",bob@test.example,"'=HYPERLINK(""x"")",Ray,1975-01-02,M-7`,
        `3,contact,Not an e-mail address,no,'+Eve,Dew,,`,
        '',
      ].join('\r\n'),
    );
    expect(await auditedMembers(tenant.id, 'user_admin.exportImportErrors')).toEqual([ann.id]);
    const again = randomUUID();
    await send('POST', `?id=${again}`, text.replace('M-7', 'M-70').replace(',no,', ',eve@test.example,'));
    expect(await rows(again, 'READY')).toMatchObject([{ name: '=HYPERLINK("x") Ray' }, { name: '+Eve Dew' }]);
    expect((await errors(again)).split('\r\n')[0]).toBe(`\uFEFFline,column,reason,${header}`);
  });

  test('say their row of the spreadsheet and its own headings, each with its reason', async () => {
    const { errors, send } = await place();
    const id = randomUUID();
    const file =
      'E-mail,Given,Family,Street,Height\na@test.example,Ann,Lee,"1 Main St\nApt 2",172\n\nno,Eve,Dew,,9\nb@test.example,Bo,Ray,,70\n';
    const answer = await send('POST', `?id=${id}&columns=contact,firstname,lastname,address,height`, file);
    expect(answer.json().counts).toEqual({ READY: 1, UNUSUAL: 1, CREATED: 0, DUPLICATE: 0, ERROR: 1 });
    expect((await errors(id)).split('\r\n').slice(1)).toEqual([
      '4,E-mail; Height,E-mail: Not an e-mail address | Height: Not a height from 30 to 275 cm,no,Eve,Dew,,9',
      '5,Height,"Height 70 cm is unusual for an adult (no birth date). If it’s in inches (177.8 cm), name its column height_in.",b@test.example,Bo,Ray,,70',
      '',
    ]);
  });

  test('of many pages are all there; another tenant has none of them', async () => {
    const [here, other] = [await place(), await place()];
    const { id } = await here.check(...Array.from({ length: 2100 }, (_, index) => `no${index},A,B,,`));
    const lines = (await here.errors(id)).trimEnd().split('\r\n');
    expect([lines.length, lines.at(-1)]).toEqual([2101, '2101,contact,Not an e-mail address,no2099,A,B,,']);
    expect((await other.send('GET', `/${id}/errors`)).statusCode).toBe(404);
  });

  test('are forgotten with a person who is erased', async () => {
    const { check, errors, member, tenant } = await place();
    const email = `${randomUUID()}@test.example`;
    const ann = await member({ email });
    const { id } = await check(`no,${email},Lee,,`, `bob@test.example,Bob,Ray,,M-1`, 'c@test.example,Cy,Poe,,M-1');
    await userAdmin.personalData?.erase?.({ tenantId: tenant.id, userId: ann.id }, 'contact');
    expect(await errors(id)).not.toContain(email);
    expect(await errors(id)).toContain('Bob');
  });
});
