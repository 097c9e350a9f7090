import { expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';

const { database } = await useHarness();
const one = <Row extends object>(text: string) => database.global(async (sql) => (await sql.query<Row>(text))[0]);

test('columns come out in camelCase, times in milliseconds, and JSON as it is', async () => {
  const row = await one(`select '2026-03-29T01:30:00.125Z'::timestamptz as first_band_sync_at, null::timestamptz as revoked_at,
    '-infinity'::timestamptz as seen_at, '2026-03-29'::date::text as birth_date, 9007199254740991::bigint as at_micros, 1.5::numeric as height_m,
    '{"time_zone": "UTC"}'::jsonb as settings, '\\x01'::bytea as secret_sha256`);
  expect(row).toEqual({
    firstBandSyncAt: Date.parse('2026-03-29T01:30:00.125Z'),
    revokedAt: null,
    seenAt: Number.NEGATIVE_INFINITY,
    birthDate: '2026-03-29',
    atMicros: 9_007_199_254_740_991,
    heightM: 1.5,
    settings: { time_zone: 'UTC' },
    secretSha256: Buffer.from([1]),
  });
});
