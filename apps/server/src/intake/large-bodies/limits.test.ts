import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { watchLoop } from '#testing/held-loop.ts';
import { type IntakeServer, startIntake } from '#testing/intake-server.ts';
import { columnsBody, repeated } from '#testing/large-bodies.ts';

const harness = await useHarness();
const nowMs = harness.clock.now();
const greedy = () => repeated('{"source":"device","ticks":[', '{}', ']}');

async function stillTakes(server: IntakeServer, home: Awaited<ReturnType<IntakeServer['createHome']>>): Promise<void> {
  const { body, expected } = columnsBody(nowMs, 'device', 1024 * 1024);
  const { status, body: answer } = await server.postTicks(home.member.id, home.device, body);
  expect([status, answer.accepted]).toEqual([200, expected.count]);
}

describe('a large body', { timeout: 120_000 }, () => {
  it('that takes more memory than one may have costs that call only, and is told to come in parts', async () => {
    const server = await startIntake(harness, { largeBodies: { memoryMiB: 64 } });
    const home = await server.createHome();
    const { status, body } = await server.postTicks(home.member.id, home.device, greedy());
    expect([status, body.error?.code]).toEqual([413, 'body_too_large']);
    expect(body.error?.message).toContain('Send it in parts');
    await stillTakes(server, home);
  });

  it('that takes longer than one may costs that call only, and is told to come in parts', async () => {
    const server = await startIntake(harness, { largeBodies: { seconds: 0.05 } });
    const home = await server.createHome();
    const { status, body } = await server.postTicks(home.member.id, home.device, greedy());
    expect([status, body.error?.code]).toEqual([413, 'body_too_large']);
    expect(body.error?.message).toContain('0.05 seconds');
    expect((await server.call('GET', '/fhir/R4/metadata', home.device)).status).toBe(200);
  });

  it('read on the event loop would hold it: the watch of these tests sees what it is to see', async () => {
    const server = await startIntake(harness, { largeBodies: { aboveBytes: Number.MAX_SAFE_INTEGER } });
    const home = await server.createHome();
    const { longestHoldMs } = await watchLoop(() => server.postTicks(home.member.id, home.device, columnsBody(nowMs).body));
    expect(longestHoldMs).toBeGreaterThan(150);
  });
});
