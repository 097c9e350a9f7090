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

  it('of another tenant is read while the senders of one tenant have filled the queue', async () => {
    const server = await startIntake(harness, { largeBodies: { processes: 1, maxWaiting: 8 } });
    const [crowded, other] = [await server.createHome(), await server.createHome()];
    const { body } = columnsBody(nowMs, 'imported', 400 * 1024);
    let stop = false;
    const seen = new Map<number, number>();
    // Every connection of theirs sends again as soon as it is answered, so that the queue is full at all times.
    const keepSending = async (token: string) => {
      while (!stop) {
        const { status } = await server.postTicks(crowded.member.id, token, body);
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    };
    const crowd = [crowded.nurse, crowded.admin, crowded.self].flatMap((token) => Array.from({ length: 6 }, () => keepSending(token)));
    await expect.poll(() => seen.get(429) ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
    for (let call = 0; call < 5; call += 1) await stillTakes(server, other);
    stop = true;
    await Promise.all(crowd);
    expect([...seen.keys()].sort()).toEqual([200, 429]);
  });

  it("of a person's devices counts with the person", async () => {
    const server = await startIntake(harness, { largeBodies: { processes: 1, maxWaiting: 4 } });
    const home = await server.createHome();
    const devices = await Promise.all(['1', '2', '3'].map((name) => server.devices.create(home.tenant.id, home.member.id, name)));
    const { body } = columnsBody(nowMs, 'device', 400 * 1024);
    let stop = false;
    let refused = 0;
    const keepSending = async (token: string) => {
      while (!stop) if ((await server.postTicks(home.member.id, token, body)).status === 429) refused += 1;
    };
    const crowd = devices.flatMap(({ id }) => Array.from({ length: 4 }, () => keepSending(`device.${id}`)));
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0);
    // Two uploads at once: fewer than the person's devices wait with together, as many as each of them has.
    const { body: imported } = columnsBody(nowMs, 'imported', 400 * 1024);
    for (let call = 0; call < 5; call += 1) {
      const answers = await Promise.all([1, 2].map(() => server.postTicks(home.member.id, home.nurse, imported)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    stop = true;
    await Promise.all(crowd);
  });

  it('read on the event loop would hold it: the watch of these tests sees what it is to see', async () => {
    const server = await startIntake(harness, { largeBodies: { aboveBytes: Number.MAX_SAFE_INTEGER } });
    const home = await server.createHome();
    const { longestHoldMs } = await watchLoop(() => server.postTicks(home.member.id, home.device, columnsBody(nowMs).body));
    expect(longestHoldMs).toBeGreaterThan(150);
  });
});
