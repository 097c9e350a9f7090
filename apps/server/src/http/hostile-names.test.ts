import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

/** What every JavaScript object answers to without having it. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf', '__defineGetter__'];

const harness = await useHarness();
const server = await startIntake(harness);
const home = await server.createHome();
const hourSeconds = Math.floor(harness.clock.now() / 1000) - 3_600;
const ticks = `/ticks-store/api/v1/users/${home.member.id}/ticks`;
const row = { source: 'device', ticks: [{ timestamp: hourSeconds, data: { heart_rate: 60 } }] };

describe.each(inherited)('a client that sends the name %s', (name) => {
  test('as content encoding or content type is told that it is not known', async () => {
    for (const header of ['content-encoding', 'content-type']) {
      const { status, body } = await server.post(ticks, home.device, row, { [header]: name });
      expect([header, status, body.error?.code]).toEqual([header, 415, 'unsupported_media_type']);
    }
  });

  test('as accepted encoding, language, tenant, host or query never meets more than a refusal', async () => {
    const places: [string, Record<string, string>][] = [
      [ticks, { 'accept-encoding': name, 'accept-language': name }],
      [ticks, { 'x-tenant-code': name }],
      [ticks, { 'x-forwarded-host': name, 'x-request-id': name }],
      [`${ticks}?${name}=${name}`, {}],
      [`${ticks}/csv?timeZone=${name}`, { 'content-type': 'text/csv' }],
      [`/${name}`, {}],
      [`/ticks-store/api/v1/users/${name}/ticks`, {}],
    ];
    for (const [path, headers] of places)
      expect([path, (await server.post(path, home.device, row, headers)).status]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 500),
      ]);
  });

  test('as metric, unit or state of a reading is refused with it, and stores nothing', async () => {
    const { member, device, nurse } = await server.createHome();
    const path = `/ticks-store/api/v1/users/${member.id}/ticks`;
    const text = `{"source":"device","ticks":[{"timestamp":${hourSeconds},"data":{"${name}":1}}]}`;
    const columns = `{"source":"device","series":{"${name}":{"timestamps":[${hourSeconds}],"values":[1]}}}`;
    for (const body of [text, columns]) {
      const answer = await server.post(path, device, body);
      expect(answer.body.accepted ?? 0).toBe(0);
      expect([200, 400]).toContain(answer.status);
    }
    for (const csv of [
      `time,${name}\n2025-01-01T10:00:00Z,1\n`,
      `time,sleep_depth\n2025-01-01T10:00:00Z,${name}\n`,
      `time,weight (${name})\n2025-01-01T10:00:00Z,80\n`,
    ]) {
      const answer = await server.postCsv(member.id, nurse, csv);
      expect(answer.body.accepted ?? 0).toBe(0);
      expect([200, 400]).toContain(answer.status);
    }
    const quantity = { value: 60, unit: name, system: 'http://unitsofmeasure.org', code: name };
    const observation = {
      ...{ resourceType: 'Observation', status: 'final', subject: { reference: `Patient/${member.id}` } },
      ...{
        code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
        effectiveDateTime: '2025-01-01T10:00:00Z',
        valueQuantity: quantity,
      },
    };
    expect((await server.post('/fhir/R4/Observation', device, observation, { 'content-type': 'application/fhir+json' })).status).toBe(422);
    expect(await server.stored(member.id)).toEqual([]);
  });
});

test('a table whose keys are any text is a Map: an object would also answer to what every object inherits', () => {
  const root = join(import.meta.dirname, '../../../..');
  /** Asked with Object.hasOwn (the first two, long to read as a Map), or only ever read as a whole. */
  const asked = [
    'packages/domain/src/units/ucum.ts: units',
    'packages/domain/src/units/unit-names.ts: names',
    'apps/server/src/platform/ticks/client.ts: laneSettings',
  ];
  const faults = ['apps/server/src', 'packages/domain/src', 'packages/contract/src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => tablesOf(readFileSync(file, 'utf8')).map((name) => `${relative(root, file)}: ${name}`));
  expect(faults.filter((fault) => !asked.includes(fault))).toEqual([]);
  expect(faults).toEqual(expect.arrayContaining(asked));
});

/** Names of objects of the module that have entries and are declared as keyed by any text. */
function tablesOf(source: string): string[] {
  return [...source.matchAll(/^(?:export )?const (\w+): [^=\n]*Record<string,[^=\n]*= \{(?!\})/gm)].map((match) => match[1] ?? '');
}

test('the search for such tables finds one', () => {
  expect(tablesOf('const decoders: Readonly<Record<string, Decoder>> = {\n  gzip: createGunzip,\n};')).toEqual(['decoders']);
});
