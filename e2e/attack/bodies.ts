import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Attack, createFindings } from './attack.ts';
import { startOtherCallers } from './other-callers.ts';
import type { Target } from './target.ts';

const MiB = 1024 * 1024;

/** How much longer others may wait than undisturbed, in milliseconds; on a machine that is busy anyway that much counts, too. */
const patienceMs = 1_000;
const undisturbedMs = 3_000;

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly body: Uint8Array | string;
  readonly headers?: Record<string, string>;
}

/**
 * Bodies that are oversized, bombs, damaged or of quadratic cost, while thirty uploads of one member stall: every answer is a
 * refusal in words or the right answer, none is a 500, and a nurse and another tenant's band are served meanwhile.
 */
export const bodies: Attack = {
  name: 'slow and oversized bodies',
  claim: 'each is answered, none with a 500, and nobody else waits for more than a second',
  async run(target, { rounds }) {
    const findings = createFindings();
    const shots = shotsAt(target);
    const before = startOtherCallers(target);
    await pause(undisturbedMs);
    const quiet = p99Of((await before.stop()).waits);
    const stalled = await stall(target, 30);
    const others = startOtherCallers(target);
    let calls = 0;
    try {
      for (let round = 0; round < rounds; round++)
        for (const shot of shots) {
          calls += 1;
          const status = await fire(target, shot);
          if (status >= 500) findings.add(`${shot.name}: ${status}`);
        }
    } finally {
      for (const socket of stalled) socket.destroy();
    }
    const { waits, failures } = await others.stop();
    for (const failure of failures) findings.add(`another caller meanwhile: ${failure}`);
    const p99 = p99Of(waits);
    if (p99 > quiet + patienceMs) findings.add(`other callers waited ${Math.round(p99)} ms (p99), and ${Math.round(quiet)} ms undisturbed`);
    const alive = await fetch(`${target.server.url}/readyz`);
    if (!alive.ok) findings.add(`afterwards /readyz says ${alive.status}`);
    return {
      calls,
      findings: findings.list(),
      measured: `${waits.length} calls of others: p99 ${Math.round(p99)} ms, undisturbed ${Math.round(quiet)} ms`,
    };
  },
};

function p99Of(ascending: readonly number[]): number {
  return ascending[Math.floor(ascending.length * 0.99)] ?? 0;
}

function shotsAt({ member }: Target): Shot[] {
  const ticks = `/ticks-store/api/v1/users/${member.id}/ticks`;
  const csv = `${ticks}/csv?dryRun=true`;
  const json = { 'content-type': 'application/json' };
  const text = { 'content-type': 'text/csv' };
  const gzip = { 'content-encoding': 'gzip' };
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ timestamp: 1_700_000_000 + index, data: { heart_rate: 60 } }));
  const all: [string, string, Uint8Array | string, Record<string, string>][] = [
    ['40,000 equal headings', csv, gzipSync(`date,${'heart rate,'.repeat(40_000)}\n`), { ...text, ...gzip }],
    ['12,000 columns', csv, `date,${Array.from({ length: 12_000 }, (_, index) => `c${index}`).join(',')}\n`, text],
    ['brackets and spaces in a heading', csv, `date,a(${' '.repeat(2_000)}\n2026-01-01,1\n`, text],
    ['spaces in a date', csv, `date,heart rate\n1${' '.repeat(50_000)}x,1\n`, text],
    ['a quote that is never closed', csv, `date,"${'x'.repeat(4 * MiB)}`, text],
    ['a bomb of zeros', ticks, gzipSync(Buffer.alloc(512 * MiB)), { ...json, ...gzip }],
    ['a bomb of spaces in zstd', ticks, zstdCompressSync(Buffer.alloc(512 * MiB, ' ')), { ...json, 'content-encoding': 'zstd' }],
    ['17 MiB', ticks, Buffer.alloc(17 * MiB, ' '), json],
    ['16 MiB of opening brackets', ticks, '['.repeat(16 * MiB - 1), json],
    ['16 MiB of one number', ticks, '9'.repeat(16 * MiB - 1), json],
    ['a million empty rows', ticks, `{"source":"manual","ticks":[${'{},'.repeat(1_000_000)}{}]}`, json],
    ['200,000 rows, legal', ticks, JSON.stringify({ source: 'manual', ticks: rows(200_000) }), json],
    ['one key a hundred thousand times', ticks, `{${'"a":1,'.repeat(100_000)}"a":1}`, json],
    ['a prototype', ticks, '{"__proto__":{"source":"manual"},"ticks":[]}', json],
    ['NUL and lone surrogates', ticks, '{"source":"\\u0000\\ud800","ticks":[]}', json],
    ['bytes that are no UTF-8', ticks, randomBytes(64 * 1024), json],
    ['random bytes called gzip', ticks, randomBytes(64 * 1024), { ...json, ...gzip }],
    ['an encoding called __proto__', ticks, '{}', { ...json, 'content-encoding': '__proto__' }],
    ['an encoding called constructor', ticks, '{}', { ...json, 'content-encoding': 'constructor' }],
    [
      'a Bundle of 50,000 entries',
      '/fhir/R4',
      `{"resourceType":"Bundle","type":"batch","entry":[${'{"resource":{}},'.repeat(50_000)}{}]}`,
      json,
    ],
    [
      'a sampled series of a million values',
      '/fhir/R4/Observation',
      `{"resourceType":"Observation","valueSampledData":{"data":"${'1 '.repeat(1_000_000)}"}}`,
      json,
    ],
  ];
  return all.map(([name, path, body, headers]) => ({ name, path, body, headers }));
}

async function fire(target: Target, { path, body, headers }: Shot): Promise<number> {
  const answer = await fetch(`${target.server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.tokenOf('member of demo')}`, ...headers },
    body: body as BodyInit,
  }).catch(() => undefined);
  await answer?.body?.cancel().catch(() => {});
  // A server that has heard enough may hang up while the rest is still being sent.
  return answer?.status ?? 0;
}

/** Uploads that promise a megabyte and send one byte. */
function stall(target: Target, count: number): Promise<Socket[]> {
  const { port } = target.server;
  const head = [
    `POST /ticks-store/api/v1/users/${target.member.id}/ticks HTTP/1.1`,
    `host: localhost:${port}`,
    `authorization: Bearer ${target.tokenOf('member of demo')}`,
    'content-type: application/json',
    `content-length: ${MiB}`,
    '',
    '{',
  ].join('\r\n');
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(head, () => resolve(socket)));
          socket.once('error', reject);
          socket.resume();
        }),
    ),
  );
}
