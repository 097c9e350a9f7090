import { expect, it } from 'vitest';
import { createMetrics } from '#platform/metrics.ts';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const at = Math.floor(harness.clock.now() / 1000) - 3600;

it('the metrics count readings by format, outcome and reason, and never a sender’s words', async () => {
  const { member, device, nurse } = await server.createHome();
  const metrics = createMetrics();
  metrics.watchReadings(server.counted);
  await server.postTicks(member.id, device, {
    source: 'device',
    ticks: [
      { timestamp: at, data: { heart_rate: 61, spo2: 97, secret: 1 } },
      { timestamp: at, data: { heart_rate: 62 } },
      { timestamp: at, data: { heart_rate: 900 } },
      { timestamp: at * 1000, data: { heart_rate: 61 } },
      'tick',
    ],
  });
  await server.postCsv(member.id, nurse, `time,hr\n${at},60\nsoon,61\n`);
  await server.postCsv(member.id, nurse, `time,hr\n${at},60\n`, '?dryRun=true');
  const observation = (reference: string) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference },
    effectiveDateTime: new Date(at * 1000).toISOString(),
    valueQuantity: { value: 61, system: 'http://unitsofmeasure.org', code: '/min' },
  });
  const entry = [`Patient/${member.id}`, 'Patient/x'].map((who) => ({
    resource: observation(who),
    request: { method: 'POST', url: 'Observation' },
  }));
  await server.post('/fhir/R4', nurse, { resourceType: 'Bundle', type: 'batch', entry });
  for (let asked = 0; asked < 2; asked += 1) {
    const text = await metrics.registry.getSingleMetricAsString('vigil_readings_total');
    const lines = text.split('\n').filter((line) => line.startsWith('vigil_readings_total{'));
    expect(lines.map((line) => line.replace(/^.*format="(.*)",outcome="(.*)",reason="(.*)"} /, '$1 $2 $3 ')).toSorted()).toEqual([
      'csv accepted  1',
      'csv refused time 1',
      'fhir accepted  1',
      'fhir refused value 1',
      'ticks accepted  2',
      'ticks refused form 1',
      'ticks refused metric 1',
      'ticks refused time 1',
      'ticks refused value 1',
      'ticks replaced  1',
    ]);
  }
});
