import { catalogue, metricIds } from '@vigil/domain/metrics/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { watchLoop } from '#testing/held-loop.ts';
import { startOutsideSender } from '#testing/outside-sender.ts';
import { startReads } from '#testing/reads-server.ts';

const harness = await useHarness();
const { url, writer } = await startReads(harness);
const sender = startOutsideSender();
afterAll(() => sender.stop());

/** What no call may exceed (docs/decisions/0014). */
const longestHoldMs = 100;
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const daySeconds = 86_400;
const end = Math.floor(harness.clock.now() / 1000 / daySeconds) * daySeconds;

/** A member with one tick of each metric every so many seconds; values that every metric may have. */
async function memberWith(metrics: readonly (typeof metricIds)[number][], length: number, everySeconds: number): Promise<string> {
  const member = await harness.createUser(tenant);
  const timestampsMs = Float64Array.from({ length }, (_, index) => (end - (length - index) * everySeconds) * 1000);
  const values = timestampsMs.map((_, index) => 1 + (index % 2));
  const common = { tenantId: tenant.id, userId: member.id, source: 'device', deviceId: 'band', receivedAtMs: harness.clock.now() } as const;
  for (const metric of metrics) await writer.append({ ...common, series: [{ metric, timestampsMs, values }] });
  return member.id;
}

async function readOnce(path: string) {
  const seen = await watchLoop(() => sender.send(`${url}${path}`, { method: 'GET', headers: { authorization: `Bearer ${nurse.id}` } }));
  const { result, ...loop } = seen;
  if (process.env.SHOW_FIGURES)
    console.log(
      JSON.stringify({
        path: path.replace(/.*v1/, '').slice(0, 70),
        status: result.status,
        bytes: result.body.length,
        ms: Math.round(result.milliseconds),
        hold: Math.round(loop.longestHoldMs),
      }),
    );
  return { status: result.status, body: JSON.parse(result.body.toString()) as unknown[], ...loop };
}

/**
 * Reads until the loop was held no longer than it may be, three times at most: what an answer costs it costs each time, while a
 * neighbour that empties the shared cache makes the same work slow once.
 */
async function read(path: string) {
  let seen = await readOnce(path);
  for (let tries = 1; tries < 3 && seen.longestHoldMs > longestHoldMs; tries++) seen = await readOnce(path);
  return seen;
}

describe('an answer as large as it may be holds the event loop no longer than 100 ms', { timeout: 120_000 }, () => {
  let everySecond = '';
  let everyHour = '';
  beforeAll(async () => {
    everySecond = await memberWith(metricIds, 100_000, 1);
    everyHour = await memberWith(metricIds, 365 * 24, 3_600);
    await writer.rollupsSettled();
  }, 240_000);

  const ticks = (userId: string, seconds: number, metrics: readonly string[], more = '') =>
    `/ticks-store/api/v1/users/${userId}/ticks?metrics=${metrics}&start_time=${end - seconds}&end_time=${end}${more}`;
  /** Those of which a range holds what lies in it, and nothing around it. */
  const exact = metricIds.filter((metric) => metric !== 'sleep_depth').slice(0, 19);
  const manyFacts = metricIds.slice(0, 11).map((metric) => `${metric}_${catalogue[metric].kind === 'count' ? 'sum' : 'mean'}`);
  const reads: readonly (readonly [string, number, () => string])[] = [
    ['100,000 moments of four metrics', 100_000, () => ticks(everySecond, 100_000, metricIds.slice(0, 4))],
    ['20,000 moments of nineteen metrics', 20_000, () => ticks(everySecond, 20_000, exact)],
    [
      '25,000 moments of four metrics with where they come from',
      25_000,
      () => ticks(everySecond, 25_000, metricIds.slice(0, 4), '&provenance=true'),
    ],
    [
      'a year of hours of eleven facts',
      365 * 24,
      () =>
        `/events-processor/api/v1/users/${everyHour}/facts-over-time?facts=${manyFacts}&tz=UTC&from_ts=${end - 365 * daySeconds}&to_ts=${end}&granularity=HOURLY`,
    ],
    [
      'a year of hours with moving averages and band times',
      365 * 24,
      () =>
        `/events-processor/api/v1/users/${everyHour}/facts-over-time?facts=heart_rate_mean_sma_12h,rmssd_mean_sma_12h,heart_rate_max,heart_rate_min&tz=America/New_York&from_ts=${end - 365 * daySeconds}&to_ts=${end}&granularity=HOURLY`,
    ],
  ];
  it.each(reads)('%s', async (_, length, path) => {
    const { status, body, ...loop } = await read(path());
    expect([status, body.length]).toEqual([200, length]);
    expect(loop.longestHoldMs).toBeLessThanOrEqual(longestHoldMs);
  });

  it('a thousand accounts, and a page of a hundred members', async () => {
    await harness.asOwner(
      `insert into vigil.users (tenant_id, id, roles, given_name, family_name, time_zone, is_in_the_tenant, data_origin)
       select $1, gen_random_uuid(), '{patient}', 'Test', 'Member', 'UTC', true, 'synthetic' from generate_series(1, 1000)`,
      [tenant.id],
    );
    for (const path of ['/registry/api/v1/users?size=1000', '/events-processor/api/v1/user_facts?size=100']) {
      const { status, longestHoldMs: held } = await read(path);
      expect(status).toBe(200);
      expect(held).toBeLessThanOrEqual(longestHoldMs);
    }
  });

  it('and one that would be larger is refused with what to do instead', async () => {
    for (const path of [ticks(everySecond, 100_000, metricIds), ticks(everySecond, 30_000, metricIds.slice(0, 4), '&provenance=true')]) {
      const { status, body, ...loop } = await read(path);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('Ask for fewer days');
      expect(loop.longestHoldMs).toBeLessThanOrEqual(longestHoldMs);
    }
  });
});
