import { beside, type Figure, figure, percentile } from './figure.ts';
import { type BandMember, createBandMembers, withStores } from './home.ts';
import { fire, requireTaken, type Shot } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { stored } from './stored.ts';
import { batches, dayMs, minuteVitals, vitalMetrics, wearers } from './vitals.ts';

const ticksPerRequest = 10_000;
const members = 60;
const connections = 16;
const warmUpRequests = 24;
/** What a FHIR server of the field took on a machine like this, in batches of 100 (measured once, not in this run). */
const fieldObservationsPerSecond = 323;
/** What the native format has to be good for against those Observations, on any machine. */
const leastRatioToField = 20;

export interface IngestOptions {
  /** Requests of 10,000 ticks; 400 take some seconds. */
  readonly requests: number;
  /** FHIR Bundles of 100 Observations. */
  readonly bundles: number;
}

/** Ticks over HTTP with devices' own credentials, into one server process started for it, acknowledged when durable. */
export async function benchIngest(options: IngestOptions = { requests: 400, bundles: 150 }): Promise<Figure[]> {
  const server = await startServer();
  try {
    const bands = await createBandMembers(server, members);
    const shots = tickShots(bands, warmUpRequests + options.requests);
    requireTaken(await fire(server.url, shots.splice(0, warmUpRequests), connections));
    await eventLoopDelay(server);
    const ticks = requireTaken(await fire(server.url, shots, connections));
    const delay = await eventLoopDelay(server);
    const bundles = requireTaken(await fire(server.url, bundleShots(bands, options.bundles), connections));
    const size = await bytesPerTick(server);
    const observationsPerSecond = (options.bundles * 100) / bundles.seconds;
    return [
      beside(
        figure('ingest.ticks_per_second', (options.requests * ticksPerRequest) / ticks.seconds, 'ticks/s', 500_000),
        fieldObservationsPerSecond,
        leastRatioToField,
      ),
      figure('ingest.request_p50', percentile(ticks.latenciesMs, 0.5), 'ms'),
      figure('ingest.request_p99', percentile(ticks.latenciesMs, 0.99), 'ms'),
      figure('ingest.event_loop_delay_p99', delay, 'ms', 50),
      figure('ingest.stored_bytes_per_tick', size, 'bytes', 3),
      beside(figure('ingest.fhir_observations_per_second', observationsPerSecond, 'Observations/s'), fieldObservationsPerSecond),
    ];
  } finally {
    await server.stop();
  }
}

/** Requests made beforehand, so that making them takes nothing from the server: each a day and more of one member's minutes. */
function tickShots(bands: readonly BandMember[], count: number): Shot[] {
  const rounds = Math.ceil(count / bands.length);
  // Bands are off the wrist for some of the time, so that more days are needed than minutes divided by a day's.
  const days = Math.ceil(((rounds * ticksPerRequest) / vitalMetrics.length / 1_440) * 1.3) + 1;
  const nowMs = Math.floor(Date.now() / dayMs) * dayMs;
  const people = wearers(bands.length, days, nowMs);
  const columns = bands.map(({ userId, token }, index) => {
    const person = people[index % people.length];
    if (!person) throw new Error('the simulator made nobody');
    return batches(minuteVitals(person, nowMs - days * dayMs, nowMs), ticksPerRequest).map((batch): Shot => {
      const series = batch.map(({ metric, timestampsMs, values }) => [
        metric,
        { timestamps: Array.from(timestampsMs, (ms) => ms / 1000), values: Array.from(values) },
      ]);
      const body = Buffer.from(JSON.stringify({ source: 'device', series: Object.fromEntries(series) }));
      return { path: `/ticks-store/api/v1/users/${userId}/ticks`, token, contentType: 'application/json', body };
    });
  });
  // Each band sends its oldest ticks first, and no band twice before every other has sent once.
  const shots = Array.from({ length: rounds }, (_, round) => columns.flatMap((own) => own[round] ?? [])).flat();
  if (shots.length < count) throw new Error(`The simulator gave ${shots.length} requests of ticks instead of ${count}`);
  return shots.slice(0, count);
}

function bundleShots(bands: readonly BandMember[], count: number): Shot[] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const { userId, token } = bands[index % bands.length] as BandMember;
    const entry = Array.from({ length: 100 }, (_unused, position) => ({
      request: { method: 'POST', url: 'Observation' },
      resource: {
        resourceType: 'Observation',
        status: 'final',
        category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }],
        code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
        subject: { reference: `Patient/${userId}` },
        effectiveDateTime: new Date((now - 400 * 86_400 - index * 100 - position) * 1000).toISOString(),
        valueQuantity: { value: 60 + (position % 40), unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
      },
    }));
    const body = Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry }));
    return { path: '/fhir/R4', token, contentType: 'application/fhir+json', body };
  });
}

/** Milliseconds, 99th percentile since it was last asked for. */
async function eventLoopDelay(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

/** On disk, once the engine has merged what came in pieces. */
async function bytesPerTick(server: ServerProcess): Promise<number> {
  return withStores(server, async ({ engine }) => {
    await engine.command('optimize table vigil.ticks final', {}, { lane: 'report', maxSeconds: 120 });
    const { rows, bytes } = await stored(engine, 'ticks');
    return bytes / rows;
  });
}
