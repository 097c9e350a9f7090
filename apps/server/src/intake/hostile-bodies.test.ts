import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@vigil/contract';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const { member, nurse } = await server.createHome();

/** Time of this process that one call may take, its answer included; the same on a busy machine. */
const longestAnswerMs = 1_000;

async function timed<T>(call: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const before = process.threadCpuUsage();
  const answer = await call();
  const { user, system } = process.threadCpuUsage(before);
  return { answer, tookMs: (user + system) / 1_000 };
}

function postPacked(path: string, text: string, contentType: string) {
  return timed(() => server.post(path, nurse, gzipSync(text), { 'content-type': contentType, 'content-encoding': 'gzip' }));
}

const csvPath = `/ticks-store/api/v1/users/${member.id}/ticks/csv`;
const ticksPath = `/ticks-store/api/v1/users/${member.id}/ticks`;
const row = '2026-01-01 08:00,60\n';
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepObservation = `{"resourceType":"Observation","extension":${deep(100_000)}}`;

describe('one request does not stop the server', () => {
  it.each([
    ['40,000 equal headings', `time,${'hr,'.repeat(40_000)}\n${row}`],
    ['12,000 columns', `time,${Array.from({ length: 12_000 }, (_, index) => `hr${index}`).join(',')}\n${row}`],
    ['a heading of an opened bracket and 2,000 spaces', `time,hr,a(${' '.repeat(2_000)}\n${row}`],
    ['a heading of 500 KB', `time,hr,${'x'.repeat(500_000)}\n${row}`],
    ['a mark never closed, 4 MB long', `time,hr\n${row}"${'x,\n'.repeat(1_400_000)}`],
    ['16 MB of separators', `time,hr\n${','.repeat(16_000_000)}`],
  ])('a gzip of a CSV of %s is refused at once, as a dry run too', async (_name, text) => {
    for (const query of ['', '?dryRun=true']) {
      const { answer, tookMs } = await postPacked(csvPath + query, text, 'text/csv');
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input']);
      expect(tookMs).toBeLessThan(longestAnswerMs);
    }
    expect((await server.postCsv(member.id, nurse, `time,hr\n${row}`, '?dryRun=true')).status).toBe(200);
  });

  it('dates of 2,000 spaces cost their readings only', async () => {
    const text = `time,hr\n${`2026-01-01${' '.repeat(2_000)}x,60\n`.repeat(50)}${row}`;
    const { answer, tookMs } = await postPacked(`${csvPath}?dryRun=true`, text, 'text/csv');
    expect([answer.status, answer.body.accepted, answer.body.rejectedTotal]).toEqual([200, 1, 50]);
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });

  it.each([
    ['ticks of eight million levels', ticksPath, deep(8_000_000), 400],
    ['ticks of 100,000 levels', ticksPath, `{"source":"imported","ticks":${deep(100_000)}}`, 200],
    ['an Observation with an extension of 100,000 levels', '/fhir/R4/Observation', deepObservation, 400],
    ['a Bundle of four million entries', '/fhir/R4', `{"resourceType":"Bundle","type":"batch","entry":[${'0,'.repeat(4_000_000)}0]}`, 413],
  ])('%s: is answered at once', async (_name, path, text, status) => {
    const { answer, tookMs } = await postPacked(path, text, 'application/json');
    expect(answer.status).toBe(status);
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });

  it('a content encoding that is a property of every object is refused like any other', async () => {
    for (const encoding of ['constructor', '__proto__', 'toString'])
      expect((await server.postTicks(member.id, nurse, '{}', { 'content-encoding': encoding })).status).toBe(415);
  });
});

it('no endpoint that takes JSON fails over levels upon levels of it', async () => {
  const taking = endpoints.filter(({ body, id }) => body && server.endpointIds.has(id));
  expect(taking.length).toBeGreaterThanOrEqual(4);
  for (const { path, method } of taking)
    for (const levels of [60, 65, 5_000, 100_000]) {
      const address = path.replace('{userId}', member.id).replace(/\{\w+\}/g, randomUUID());
      const { status } = await server.post(address, nurse, `{"resourceType":"Observation","label":${deep(levels)},"x":${deep(levels)}}`);
      expect(status, `${method} ${path}, ${levels} levels`).toBeLessThan(500);
    }
});
