import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { AuditEntry as Recorded } from '#platform/audit/audit.ts';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

const harness = await useHarness({ AUDIT_EXPORT_ROWS: '1000' });
const { clock } = harness;
const { http, modules, stop } = await startModules(harness);
afterAll(stop);

async function tenantWithPeople() {
  const tenant = await harness.createTenant();
  const person = (roles: Parameters<typeof harness.createUser>[1]) => harness.createUser(tenant, roles);
  return {
    tenant,
    admin: await person({ roles: ['tenant_admin'], givenName: 'Ada', familyName: 'Admin' }),
    nurse: await person({ roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' }),
    member: await person({ givenName: 'Maya', familyName: 'Miller' }),
    other: await person({ givenName: 'Otto', familyName: 'Other' }),
  };
}
type People = Awaited<ReturnType<typeof tenantWithPeople>>;

function record({ tenant, nurse }: People, overrides: Partial<Recorded>) {
  return modules.audit.record({
    tenantId: tenant.id,
    requestId: randomUUID(),
    actorKind: 'person',
    actorId: nurse.id,
    subject: 'subject',
    members: [],
    endpoint: 'ticksStore.getTicks',
    method: 'GET',
    status: 200,
    ip: '192.0.2.7',
    ...overrides,
  });
}

const get = (people: People, as: string, path: string) =>
  http.inject({ url: path, headers: { authorization: `Bearer ${as}`, 'x-tenant-id': people.tenant.id } });

interface Page {
  readonly content: {
    sequence: number;
    actor: { name: string | null; kind: string };
    members: { name: string }[];
    memberCount: number;
    about: string;
    kind: string;
    status: number;
    call: string;
  }[];
  readonly next: string | null;
}
const search = async (people: People, query = '') => (await get(people, people.admin.id, `/privacy/api/v1/audit?${query}`)).json<Page>();

describe('an administrator reads the audit log', () => {
  test('the newest first, with names, kind of data, and refused attempts', async () => {
    const people = await tenantWithPeople();
    await record(people, { members: [people.member.id] });
    clock.advance(1_000);
    await record(people, { members: [people.member.id], endpoint: 'notary.postNote', method: 'POST' });
    clock.advance(1_000);
    await record(people, { members: [people.other.id], status: 403 });
    const { content, next } = await search(people);
    expect(content.map(({ actor, members, about, kind, status }) => [actor.name, members[0]?.name, about, kind, status])).toEqual([
      ['Nora Nurse', 'Otto Other', 'readings', 'READ', 403],
      ['Nora Nurse', 'Maya Miller', 'notes', 'WRITE', 200],
      ['Nora Nurse', 'Maya Miller', 'readings', 'READ', 200],
    ]);
    expect(next).toBeNull();
  });

  test('an entry about many members names some and counts all, and is found by each of them', async () => {
    const people = await tenantWithPeople();
    const ids = [people.member.id, people.other.id, ...Array.from({ length: 8 }, () => randomUUID())];
    await record(people, { members: ids });
    await record(people, { members: [people.member.id] });
    const { content } = await search(people, `member=${people.other.id}`);
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ memberCount: 10 });
    expect(content[0]?.members).toHaveLength(5);
    expect(content[0]?.members[0]?.name).toBe('Otto Other');
    expect((await search(people, `member=${people.member.id}&about=readings`)).content).toHaveLength(2);
  });

  test('filters by person, time, read or write, outcome and kind of data, alone and together', async () => {
    const people = await tenantWithPeople();
    const from = clock.now();
    await record(people, { members: [people.member.id] });
    await record(people, {
      members: [people.member.id],
      actorKind: 'device',
      actorId: randomUUID(),
      endpoint: 'ticksStore.postTicks',
      method: 'POST',
    });
    clock.advance(60_000);
    const to = clock.now();
    await record(people, { members: [people.member.id], endpoint: 'notary.getHistory', status: 403 });
    await record(people, { members: [people.other.id], endpoint: 'notary.postNote', method: 'POST' });
    const calls = async (query: string) => (await search(people, query)).content.map(({ call }) => call);
    expect(await calls(`actor=${people.nurse.id}&kind=READ`)).toEqual(['notary.getHistory', 'ticksStore.getTicks']);
    expect(await calls(`from=${from}&to=${to}`)).toEqual(['ticksStore.postTicks', 'ticksStore.getTicks']);
    expect(await calls(`outcome=REFUSED&member=${people.member.id}`)).toEqual(['notary.getHistory']);
    expect(await calls(`about=notes&outcome=DONE&to=${clock.now() + 1}`)).toEqual(['notary.postNote']);
    expect(await calls(`by=DEVICES&member=${people.member.id}`)).toEqual(['ticksStore.postTicks']);
    expect(await calls(`by=PEOPLE&member=${people.member.id}&about=readings,notes`)).toEqual(['notary.getHistory', 'ticksStore.getTicks']);
    expect(await calls(`kind=WRITE&member=${people.member.id}`)).toEqual(['ticksStore.postTicks']);
  });

  test('every entry once over all pages, also where many were made at the same moment and others arrive meanwhile', async () => {
    const people = await tenantWithPeople();
    await Promise.all(Array.from({ length: 130 }, () => record(people, { members: [people.member.id] })));
    const seen: number[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await search(people, `actor=${people.nurse.id}&size=50${after}`);
      seen.push(...page.content.map(({ sequence }) => sequence));
      if (page.next === null) break;
      after = `&after=${page.next}`;
      await record(people, { members: [people.member.id] });
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index));
  });

  test('what matches seldom is searched for in steps: a page may be empty and lead on', async () => {
    const people = await tenantWithPeople();
    await record(people, { members: [people.member.id], endpoint: 'notary.postNote', method: 'POST' });
    await harness.asOwner(
      `insert into vigil.audit_log (tenant_id, sequence, at, request_id, actor_kind, members, endpoint, method, status, ip, prev_hash, hash)
       select $1, 10 + n, to_timestamp($2::float8 / 1000) + n * interval '1 ms', '', 'person', '{}', 'ticksStore.getTicks', 'GET', 200, '', '', ''
       from generate_series(1, 60000) n`,
      [people.tenant.id, clock.now()],
    );
    let page = await search(people, 'kind=WRITE');
    expect(page.content).toEqual([]);
    for (let steps = 0; steps < 5 && page.content.length === 0; steps += 1) page = await search(people, `kind=WRITE&after=${page.next}`);
    expect(page.content.map(({ call }) => call)).toEqual(['notary.postNote']);
    expect(page.next).toBeNull();
  });

  test('reading it stands in it, with the members that were shown; nobody else may', async () => {
    const people = await tenantWithPeople();
    await record(people, { members: [people.member.id] });
    await search(people);
    const { content } = await search(people, `actor=${people.admin.id}`);
    expect(content.map(({ call, members }) => [call, members.map(({ name }) => name)])).toEqual([['privacy.searchAudit', ['Maya Miller']]]);
    for (const { id } of [people.nurse, people.member]) expect((await get(people, id, '/privacy/api/v1/audit')).statusCode).toBe(403);
    expect((await get(people, people.admin.id, '/privacy/api/v1/audit?membr=x')).statusCode).toBe(400);
    expect((await get(people, people.admin.id, '/privacy/api/v1/audit?after=9999999999999999.1')).statusCode).toBe(400);
  });

  test('never the log of another tenant', async () => {
    const [here, there] = [await tenantWithPeople(), await tenantWithPeople()];
    await record(there, { members: [there.member.id] });
    expect((await search(here, `member=${there.member.id}`)).content).toEqual([]);
  });
});

describe('as a file', () => {
  test('exactly what the filter shows, cells disarmed, itself on record before its first byte', async () => {
    const people = await tenantWithPeople();
    const formula = await harness.createUser(people.tenant, { roles: ['coach'], givenName: '＝1+1', familyName: 'x, "y"' });
    await record(people, { members: [people.member.id], actorId: formula.id });
    await record(people, { members: [people.other.id] });
    const answer = await get(people, people.admin.id, `/privacy/api/v1/audit/export?member=${people.member.id}`);
    expect(answer.headers['content-type']).toBe('text/csv');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="vigil-audit-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFtime,who,roles,who_id,did,about,call,members,member_ids,status,from,entry');
    expect(lines.map((line) => line.split(',').slice(4, 6))).toContainEqual(['read', 'accessLog']);
    expect(lines.find((line) => line.includes(formula.id))).toContain(`"'＝1+1 x, ""y""",coach,`);
    // As the screen says it: what follows in a call's summary is for callers.
    expect(lines.find((line) => line.includes(formula.id))).toContain(',A member’s ticks,Maya Miller,');
    expect(lines.some((line) => line.includes('Otto'))).toBe(false);
    const { content } = await search(people, `actor=${people.admin.id}`);
    expect(content[0]).toMatchObject({ call: 'privacy.exportAudit', members: [{ name: 'Maya Miller' }] });
  });

  test('is cut at the limit, and says so', async () => {
    const people = await tenantWithPeople();
    await Promise.all(Array.from({ length: 1_200 }, () => record(people, { members: [people.member.id] })));
    const { body } = await get(people, people.admin.id, '/privacy/api/v1/audit/export');
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 1_000 + 1);
    expect(lines.at(-1)).toMatch(/^Cut after 1000 entries/);
  });
});

describe('whether the log is whole', () => {
  const state = async (people: People) => (await get(people, people.admin.id, '/privacy/api/v1/audit/state')).json();

  test('is said up to the last entry, and goes on with new ones', async () => {
    const people = await tenantWithPeople();
    for (let n = 0; n < 3; n += 1) await record(people, { members: [people.member.id] });
    expect(await state(people)).toEqual({ entries: 3, checked: 3, checkedUpTo: clock.now(), brokenAt: null });
    await record(people, { members: [people.member.id] });
    expect(await state(people)).toMatchObject({ entries: 4, checked: 4, brokenAt: null });
  });

  test('an entry that was changed, removed or put in is named', async () => {
    for (const tamper of [
      'update vigil.audit_log set status = 201 where tenant_id = $1 and sequence = 2',
      'delete from vigil.audit_log where tenant_id = $1 and sequence = 2',
    ]) {
      const people = await tenantWithPeople();
      for (let n = 0; n < 3; n += 1) await record(people, { members: [people.member.id] });
      await harness.asOwner(`set local session_replication_role = replica; ${tamper.replace('$1', `'${people.tenant.id}'`)}`);
      expect(await state(people)).toMatchObject({ checked: 1, brokenAt: 2 });
    }
  });
});
