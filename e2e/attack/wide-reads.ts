import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, createFindings } from './attack.ts';
import { startOtherCallers } from './other-callers.ts';
import type { Target } from './target.ts';

/** How much longer others may wait than undisturbed, in milliseconds, on a machine that may be busy anyway. */
const patienceMs = 500;
const undisturbedMs = 3_000;
const metrics = ['heart_rate', 'rmssd', 'resp_rate', 'skin_temp'];
/** Nearly as many moments as one answer may hold of four metrics with where they come from: the band has sent some, too. */
const moments = 24_000;
const atOnce = 8;

/** One member who reads all that an answer may hold, eight times at once, again and again. */
export const wideReads: Attack = {
  name: 'wide reads of one member',
  claim: 'each is answered, and nobody else waits for them',
  async run(target, { rounds }) {
    const findings = createFindings();
    const to = Math.floor(Date.now() / 1000) - 3_600;
    await sendReadings(target, to);
    const before = startOtherCallers(target);
    await pause(undisturbedMs);
    const quiet = (await before.stop()).waits;
    const others = startOtherCallers(target);
    const { member, server } = target;
    const path = `/ticks-store/api/v1/users/${member.id}/ticks?metrics=${metrics}&start_time=${to - moments}&end_time=${to}&provenance=true`;
    const headers = { authorization: `Bearer ${target.tokenOf('member of demo')}` };
    let calls = 0;
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          calls += 1;
          const answer = await fetch(`${server.url}${path}`, { headers });
          const bytes = (await answer.arrayBuffer()).byteLength;
          if (answer.status !== 200 || bytes < 1_000_000) findings.add(`a wide read: ${answer.status}, ${bytes} bytes`);
        }),
      );
    const { waits, failures } = await others.stop();
    for (const failure of failures) findings.add(`another caller meanwhile: ${failure}`);
    const [busy, usual] = [percentile(waits, 0.95), percentile(quiet, 0.95)];
    if (busy > usual + patienceMs) findings.add(`other callers waited ${busy} ms (p95), and ${usual} ms undisturbed`);
    return {
      calls: calls + waits.length,
      findings: findings.list(),
      measured: `others p50 ${percentile(waits, 0.5)} ms, p95 ${busy} ms; undisturbed ${percentile(quiet, 0.5)} and ${usual} ms`,
    };
  },
};

const percentile = (ascending: readonly number[], share: number) => Math.round(ascending[Math.floor(ascending.length * share)] ?? 0);

async function sendReadings({ server, member, tokenOf }: Target, to: number): Promise<void> {
  const timestamps = Array.from({ length: moments }, (_, index) => to - moments + index);
  for (const metric of metrics) {
    const values = timestamps.map((_, index) => 30 + (index % 5));
    const answer = await fetch(`${server.url}/ticks-store/api/v1/users/${member.id}/ticks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf('member of demo')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'manual', series: { [metric]: { timestamps, values } } }),
    });
    const { accepted } = (await answer.json()) as { accepted?: number };
    if (accepted !== moments) throw new Error(`The readings of ${metric} were not taken: ${answer.status}, ${accepted}`);
  }
}
