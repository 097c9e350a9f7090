import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadSecrets } from '#platform/secrets.ts';
import { createTicksEngine } from '#platform/ticks/client.ts';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const { dataDir } = harness.config;
const { ticksUrl } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as { ticksUrl: string };

/** The way to the real engine, which can be cut and mended: to the server the engine is down, and up again. */
async function openWay(port: number) {
  const target = new URL(ticksUrl);
  const sockets = new Set<Socket>();
  const way = createServer((incoming) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, onward]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        incoming.destroy();
        onward.destroy();
      });
    }
    incoming.pipe(onward).pipe(incoming);
  });
  await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  const address = way.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => way.close(resolve));
    },
  };
}

let way = await openWay(0);
const { ticksEngine: secret } = await loadSecrets(dataDir);
const engine = createTicksEngine({ url: `http://127.0.0.1:${way.port}`, secret, log: harness.log });
afterAll(async () => {
  await engine.close();
  await way.cut();
});
const server = await startIntake({ ...harness, engine });

it('while the ticks engine is down every door says so and when to come back, and the same call succeeds once it is up', async () => {
  const { member, device, nurse } = await server.createHome();
  const second = Math.floor(harness.clock.now() / 1000) - 60;
  const ticks = { source: 'device', ticks: [{ timestamp: second, data: { heart_rate: 61 } }] };
  const observation = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: `Patient/${member.id}` },
    effectiveDateTime: new Date(second * 1000).toISOString(),
    valueQuantity: { value: 62, system: 'http://unitsofmeasure.org', code: '/min' },
  };
  const doors = [
    () => server.postTicks(member.id, device, ticks),
    () => server.postCsv(member.id, nurse, `timestamp,weight\n${second},80\n`),
    () => server.post('/fhir/R4/Observation', nurse, observation),
  ];
  await server.postTicks(member.id, device, { source: 'device', ticks: [] });

  const { port } = way;
  await way.cut();
  for (const door of doors) {
    const { status, headers } = await door();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  }
  way = await openWay(port);
  expect(await server.stored(member.id)).toEqual([]);
  for (const door of doors) expect((await door()).status).toBeLessThan(300);
  expect((await server.stored(member.id)).toSorted()).toEqual([
    `heart_rate@${second}=61 device`,
    `heart_rate@${second}=62 imported`,
    `weight@${second}=80 imported`,
  ]);
});
