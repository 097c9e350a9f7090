import { randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { measures } from '@vigil/domain/facts/measures';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { tickBatch } from '#testing/ticks.ts';
import { listMembersPage } from './queries/list-members.ts';

/** Every module behind the real HTTP server, contract and access rules. */
const harness = await useHarness();
const { listen, stop, modules } = await startModules(harness);
const url = await listen();
afterAll(stop);

const defaultLow = defaultRules.find(({ id }) => id === 'spo2-low')?.rule as AlertRule;
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], familyName: 'Nurse' });
const day = 86_400;
const now = Math.floor(harness.clock.now() / 1000);

interface About {
  readonly born?: string;
  readonly sex?: string;
  readonly heightM?: number;
  readonly readings?: Readonly<Record<string, number>>;
  readonly oldReadings?: Readonly<Record<string, number>>;
}
async function member(familyName: string, { born, sex, heightM, readings = {}, oldReadings = {} }: About) {
  const user = await harness.createUser(tenant, { familyName });
  await harness.asOwner('update vigil.users set birth_date = $2, sex = $3, height_m = $4 where id = $1', [
    user.id,
    born ?? null,
    sex ?? null,
    heightM ?? null,
  ]);
  for (const [values, at] of [
    [readings, now - 600],
    [oldReadings, now - 40 * day],
  ] as const)
    for (const [metric, value] of Object.entries(values))
      await harness.asOwner("insert into vigil.latest_ticks values ($1, $2, $3, to_timestamp($4), $5, 'device', to_timestamp($4))", [
        tenant.id,
        user.id,
        metric,
        at,
        value,
      ]);
  return user;
}

/** Somebody whose birthday was so many years ago, less a day: that age today. */
const bornYearsAgo = (years: number) =>
  new Date(
    Date.UTC(new Date(now * 1000).getUTCFullYear() - years, new Date(now * 1000).getUTCMonth(), new Date(now * 1000).getUTCDate() - 1),
  )
    .toISOString()
    .slice(0, 10);
const abel = await member('Abel', {
  ...{ born: bornYearsAgo(40), sex: 'male', heightM: 2 },
  readings: { weight: 80, spo2: 94, heart_rate: 60, band_removed: 0, steps: 900 },
});
const bush = await member('Bush', {
  ...{ born: bornYearsAgo(65), sex: 'female', heightM: 1.5 },
  readings: { weight: 90, spo2: 97, heart_rate: 72, band_removed: 2, steps: 12_000 },
});
// A weight of long ago says nothing of now; she never had an oxygen reading.
const cole = await member('Cole', { sex: 'non-binary', heightM: 1.6, oldReadings: { weight: 60, band_removed: 0 } });
await member('Dove', { born: bornYearsAgo(66) });
const sentFact = (user: { id: string }, fact: string, value: number | string | null, ago = day) =>
  harness.asOwner(
    `insert into vigil.outside_facts (tenant_id, user_id, fact, valid_at, source, value, word, sent_by, received_at)
     values ($1, $2, $3, to_timestamp($4), 'Framingham', $5, $6, $7, now())`,
    [tenant.id, user.id, fact, now - ago, typeof value === 'number' ? value : null, typeof value === 'string' ? value : null, nurse.id],
  );
await sentFact(abel, 'relative_population_stroke', 3, 9 * day);
await sentFact(abel, 'relative_population_stroke', 0.4);
await sentFact(bush, 'relative_population_stroke', 2);
await sentFact(cole, 'relative_population_stroke', 5, 2 * day);
await sentFact(cole, 'relative_population_stroke', null);
await sentFact(bush, 'e_asthma', 'yes');
await sentFact(abel, 'e_asthma', 'yes', 2 * day);
await sentFact(abel, 'e_asthma', null);

interface Row {
  readonly user_id: string;
  readonly data: Record<string, unknown> & { lastName: string };
  readonly readings: Record<string, { timestamp: number | null; source: string; unit: string; stale?: true }>;
  readonly latest: Record<string, unknown>;
}
async function ask(query: string, by = nurse) {
  const answer = await fetch(`${url}/events-processor/api/v1/user_facts/?${query}`, { headers: { authorization: `Bearer ${by.id}` } });
  const body = (await answer.json()) as {
    content: Row[];
    totalElements: number;
    error: { code: string; fields: { field: string; message: string }[] };
  };
  return { status: answer.status, body };
}
async function names(query: string, by = nurse) {
  const { status, body } = await ask(query, by);
  expect([status, body.totalElements]).toEqual([200, body.content.length]);
  return body.content.map(({ data }) => data.lastName);
}

describe('each asked measure', () => {
  it('stands in data in its metric scale, and when and by what it was read beside it; what is not known is absent', async () => {
    const facts = 'age,gender,weight,bmi,spo2,band_status,relative_population_stroke,e_asthma,sleep_total';
    const { body } = await ask(`facts=${facts}`);
    const [first, second, third] = body.content;
    const said = { source: 'Framingham', timestamp: now - day };
    const device = { source: 'device', timestamp: now - 600 };
    const account = { source: 'account', timestamp: null };
    expect(first?.data).toMatchObject({
      ...{ lastName: 'Abel', age: 40, gender: 'male', weight: 80, bmi: 20, spo2: 0.94 },
      ...{ band_status: 'wearing', relative_population_stroke: 0.4 },
    });
    expect(first?.readings).toEqual({
      age: { ...account, unit: 'years' },
      gender: { ...account, unit: '' },
      weight: { ...device, unit: 'kg' },
      bmi: { ...device, unit: 'kg/m²' },
      spo2: { ...device, unit: '' },
      band_status: { ...device, unit: '' },
      relative_population_stroke: { ...said, unit: 'x' },
    });
    expect(second?.data).toMatchObject({ e_asthma: 'yes', age: 65, bmi: 40 });
    expect(third?.data.weight).toBe(60);
    expect(third?.readings.weight).toMatchObject({ stale: true, timestamp: now - 40 * day });
    for (const measure of ['age', 'spo2', 'relative_population_stroke', 'e_asthma', 'sleep_total'])
      expect([third?.data[measure], third?.readings[measure]]).toEqual([undefined, undefined]);
    expect(Object.keys(first?.latest ?? {}).sort()).toEqual(['spo2', 'weight']);
  });
});

describe('members in the order of a measure: those without a value of now last, either way', () => {
  it.each<[string, string[], string[]]>([
    ['age', ['Abel', 'Bush', 'Dove', 'Cole'], ['Dove', 'Bush', 'Abel', 'Cole']],
    ['gender', ['Bush', 'Abel', 'Cole', 'Dove'], ['Cole', 'Abel', 'Bush', 'Dove']],
    ['weight', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['bmi', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['spo2', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['steps', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['band_status', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['relative_population_stroke', ['Abel', 'Bush', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
    ['e_asthma', ['Bush', 'Abel', 'Cole', 'Dove'], ['Bush', 'Abel', 'Cole', 'Dove']],
  ])('%s', async (measure, ascending, descending) => {
    expect(await names(`facts=${measure}&sortingField=${measure}`)).toEqual(ascending);
    expect(await names(`facts=${measure}&sortingField=${measure}&sortOrder=DESC`)).toEqual(descending);
  });

  it.each(measures.map(({ id }) => id))('%s can be asked, sorted and filtered by', async (id) => {
    expect((await names(`facts=${id}&sortingField=${id}&filters=${id}:none`)).length).toBeGreaterThan(0);
  });
});

describe('members by what their measures are now', () => {
  it.each<[string, string[]]>([
    ['weight:80..90', ['Abel', 'Bush']],
    ['weight:80.1..', ['Bush']],
    ['weight:..80', ['Abel']],
    ['weight:..80|none', ['Abel', 'Cole', 'Dove']],
    ['weight:none', ['Cole', 'Dove']],
    ['age:65..65', ['Bush']],
    ['age:41..', ['Bush', 'Dove']],
    ['age:..65', ['Abel', 'Bush']],
    ['age:none', ['Cole']],
    ['bmi:..25', ['Abel']],
    ['bmi:25..|none', ['Bush', 'Cole', 'Dove']],
    ['spo2:..0.94', ['Abel']],
    ['spo2:0.94..0.97', ['Abel', 'Bush']],
    ['gender:female|non-binary', ['Bush', 'Cole']],
    ['gender:male|none', ['Abel', 'Dove']],
    ['band_status:wearing', ['Abel']],
    ['band_status:wearing|charging', ['Abel', 'Bush']],
    ['relative_population_stroke:1..', ['Bush']],
    ['relative_population_stroke:none', ['Cole', 'Dove']],
    ['e_asthma:yes', ['Bush']],
    ['weight:80..,gender:female', ['Bush']],
    ['weight:80..,gender:non-binary', []],
  ])('%s', async (filters, expected) => {
    expect(await names(`filters=${filters}`)).toEqual(expected);
    expect((await names(`filters=${filters}&sortingField=heart_rate&sortOrder=DESC`)).sort()).toEqual(expected);
    expect((await names(`filters=${filters}&sortingField=attention`)).sort()).toEqual(expected);
    // Looked for along an index, as where a filter leaves many.
    const question = { tenantId: tenant.id, scope: 'tenant' as const, facts: [], filters: filters.split(','), page: 0, size: 20 };
    const many = await listMembersPage(harness.database, { ...question, sortingField: 'lastName', sortOrder: 'ASC' }, now, 0);
    expect(many.content.map(({ data }) => data.lastName)).toEqual(expected);
  });

  it.each([
    ['filters=weight:600..', 'filters.0'],
    ['filters=mood:1..2', 'filters.0'],
    ['filters=gender:femal', 'filters.0'],
    ['facts=mood', 'facts.0'],
    ['sortingField=mood', 'sortingField'],
    [`filters=${Array.from({ length: 21 }, () => 'weight:80..').join(',')}`, 'filters'],
    [`facts=${Array.from({ length: 41 }, (_, n) => `e_condition${n}`).join(',')}`, 'facts'],
  ])('%s is refused by name', async (query, field) => {
    const { status, body } = await ask(query);
    expect([status, body.error.code, body.error.fields.map((one) => one.field)]).toEqual([400, 'invalid_input', [field]]);
  });
});

describe('measures of sleep', async () => {
  const clinic = await harness.createTenant();
  const sister = await harness.createUser(clinic, { roles: ['nurse'] });
  const sleeper = await harness.createUser(clinic, { familyName: 'Esau' });
  const other = await harness.createUser(clinic, { familyName: 'Finn' });
  const earlier = now - 3 * day;
  /** A night of minutes: awake for a while, asleep, up once in the middle. */
  const night = (start: number, latencyMinutes: number) =>
    Array.from(
      { length: 420 },
      (_, minute) => [start + minute * 60, minute < latencyMinutes || (minute >= 200 && minute < 220) ? 1 : 2] as const,
    );
  const send = (user: typeof sleeper, series: Parameters<typeof tickBatch>[1]) => modules.ticksWriter.append(tickBatch(user, series));
  const facts = 'sleep_total,sleep_awakenings,sleep_latency,sleep_efficiency';
  const sleepOf = async (user: { id: string }) => {
    const { body } = await ask(`facts=${facts}&partOfName=${user === sleeper ? 'esau' : 'finn'}`, sister);
    const [row] = body.content;
    return Object.fromEntries(facts.split(',').map((name) => [name, row?.data[name]]));
  };
  const toldOf = async (user: { id: string }) => {
    const answer = await fetch(`${url}/events-processor/api/v1/users/${user.id}/facts?facts=${facts}`, {
      headers: { authorization: `Bearer ${sister.id}` },
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return Object.fromEntries(facts.split(',').map((name) => [name, data[name]]));
  };

  it('are those of the member’s facts, follow the next night and corrections, and can be ordered and filtered by', async () => {
    await send(sleeper, { sleep_depth: night(earlier, 20) });
    await send(other, { sleep_depth: night(now - 9 * 3_600, 5), sleep_efficiency: [[now - 1_200, 77]] });
    await modules.ticksWriter.rollupsSettled();
    const agree = async () => {
      expect(await sleepOf(sleeper)).toEqual(await toldOf(sleeper));
      expect(await sleepOf(other)).toEqual(await toldOf(other));
    };
    await vi.waitFor(agree, 20_000);
    expect(await sleepOf(sleeper)).toMatchObject({ sleep_latency: 1_200, sleep_awakenings: 1 });
    expect(await sleepOf(other)).toMatchObject({ sleep_latency: 300, sleep_efficiency: 77 });

    await send(sleeper, { sleep_depth: night(now - 10 * 3_600, 40) });
    await modules.ticksWriter.rollupsSettled();
    await vi.waitFor(agree, 20_000);
    expect(await sleepOf(sleeper)).toMatchObject({ sleep_latency: 2_400 });
    // The waking in the middle was none; the newest stage stays what it was.
    await send(sleeper, {
      sleep_depth: night(now - 10 * 3_600, 40)
        .slice(200, 220)
        .map(([at]) => [at, 3] as const),
    });
    await modules.ticksWriter.rollupsSettled();
    await vi.waitFor(agree, 20_000);
    expect(await sleepOf(sleeper)).toMatchObject({ sleep_awakenings: 0 });

    expect(await names('filters=sleep_latency:600..3600', sister)).toEqual(['Esau']);
    expect(await names('filters=sleep_efficiency:76..78', sister)).toEqual(['Finn']);
    expect(await names('sortingField=sleep_latency', sister)).toEqual(['Finn', 'Esau']);
    expect(await names('sortingField=sleep_latency&sortOrder=DESC', sister)).toEqual(['Esau', 'Finn']);
  });
});

describe('a file of members', () => {
  async function file(query: string, by = nurse) {
    const answer = await fetch(`${url}/events-processor/api/v1/user_facts/export?${query}`, {
      headers: { authorization: `Bearer ${by.id}` },
    });
    // As bytes: `text()` would take the byte order mark away.
    return { status: answer.status, headers: answer.headers, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') };
  }
  const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n');

  it('has the columns asked for, each measure with its unit and when it was read, in the order and of the members of the list', async () => {
    const { status, headers, text } = await file(
      'columns=member,status,age,gender,weight,bmi,e_asthma&units=imperial&sortingField=weight&sortOrder=DESC',
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="vigil-members-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text.startsWith('\uFEFF')).toBe(true);
    const read = new Date((now - 600) * 1000).toISOString();
    const old = new Date((now - 40 * day) * 1000).toISOString();
    expect(linesOf(text)).toEqual([
      'Member,Status,Age (years),Gender,Weight (lbs),"Weight, measured",BMI (kg/m²),"BMI, measured",Diagnosis: asthma,"Diagnosis: asthma, measured"',
      `Test Bush,Created,65,female,198.4,${read},40,${read},yes,${new Date((now - day) * 1000).toISOString()}`,
      `Test Abel,Created,40,male,176.4,${read},20,${read},,`,
      `Test Cole,Created,,non-binary,132.3,${old},23.4,${old},,`,
      'Test Dove,Created,66,,,,,,,',
    ]);
  });

  it('is filtered as the list is, and says why somebody needs attention', async () => {
    expect(linesOf((await file('columns=member&filters=weight:80..90')).text)).toEqual(['Member', 'Test Abel', 'Test Bush']);
    const { text } = await file('columns=member,attention,lastSync&sortingField=attention&sortOrder=DESC&filters=spo2:..0.95');
    expect(linesOf(text)[0]).toBe('Member,Why this member needs attention,Since,Last sync');
    expect(linesOf(text)[1]).toBe('Test Abel,,,');
    const ruleId = randomUUID();
    const definition = { ...defaultLow, level: 95, clearing: 96 };
    await modules.alertRules.create(tenant.id, nurse.id, { id: ruleId, title: 'SpO2 95 % or less', definition });
    await modules.alertRules.publish(tenant.id, ruleId, 1, 'live');
    const limited = await file('columns=member,attention,lastSync&sortingField=attention&sortOrder=DESC&filters=spo2:..0.95');
    expect(linesOf(limited.text)[1]).toContain('Test Abel,"SpO2 94 % (−1, limit 95 %)",');
  });

  it('has what is known of the newest sleep, which nobody has asked a list for before', async () => {
    const clinic = await harness.createTenant();
    const by = await harness.createUser(clinic, { roles: ['nurse'] });
    const sleeper = await harness.createUser(clinic, { familyName: 'Gale' });
    const night = Array.from({ length: 400 }, (_, minute) => [now - 30_000 + minute * 60, minute < 20 ? 1 : 2] as const);
    await modules.ticksWriter.append(tickBatch(sleeper, { sleep_depth: night }));
    await modules.ticksWriter.rollupsSettled();
    await vi.waitFor(async () => {
      expect(linesOf((await file('columns=member,sleep_latency', by)).text)[1]).toMatch(/^Test Gale,1200,/);
    }, 20_000);
  });

  it('has nothing where nothing is known: no zero, and no normal value', async () => {
    const clinic = await harness.createTenant();
    const by = await harness.createUser(clinic, { roles: ['nurse'] });
    await harness.createUser(clinic, { familyName: 'Hale' });
    const { text } = await file('columns=member,status,mrn,attention,lastSync,heart_rate,band_status,battery', by);
    expect(linesOf(text)).toEqual([
      'Member,Status,MRN,Why this member needs attention,Since,Last sync,Heart rate (bpm),"Heart rate, measured",Band Status,"Band Status, measured",Band battery (%),"Band battery, measured"',
      `Test Hale,Created${','.repeat(10)}`,
    ]);
  });

  it('never holds what a spreadsheet would run', async () => {
    const clinic = await harness.createTenant();
    const by = await harness.createUser(clinic, { roles: ['nurse'] });
    await harness.createUser(clinic, { givenName: '=HYPERLINK("http://x")', familyName: '@SUM,1' });
    expect(linesOf((await file('columns=member', by)).text)[1]).toBe('"\'=HYPERLINK(""http://x"") @SUM,1"');
  });

  it('holds nobody whom the caller may not see, and is on record with everybody in it', async () => {
    const strict = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const by = await harness.createUser(strict, { roles: ['nurse'] });
    const mine = await harness.createUser(strict, { familyName: 'Mine' });
    await harness.createUser(strict, { familyName: 'Other' });
    await harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [strict.id, mine.id, by.id],
    );
    expect(linesOf((await file('columns=member', by)).text)).toEqual(['Member', 'Test Mine']);
    const entries = await harness.asOwner('select members from vigil.audit_log where tenant_id = $1 order by sequence desc limit 1', [
      strict.id,
    ]);
    expect(JSON.stringify(entries)).toContain(mine.id);
  });

  it.each([
    ['columns=mood', 'columns.0'],
    ['columns=', 'columns'],
    ['columns=member&units=stones', 'units'],
    ['columns=member&cohort=7', 'cohort'],
  ])('%s is refused by name', async (query, field) => {
    const { status, text } = await file(query);
    expect([status, JSON.parse(text).error.fields.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
  });
});
