import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Measure } from '@vigil/domain/facts/measures';
import { bandState } from '@vigil/domain/status/band-state';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Sql } from '#platform/postgres/database.ts';
import { measureNow } from '../facts-now/measure-values.ts';
import type { OutsideFact } from '../outside-facts/outside-facts.store.ts';
import { measureNamed } from './measure-sources.ts';
import { memberSince, memberStatusSql } from './which-members.ts';

/** A row without what only the ticks can say. */
export type ListedMember = Omit<MemberRow, 'attention' | 'recent'>;

/** The rows of these members, in this order, with each measure of `facts` as it is now. Unix seconds. */
export async function rowsOf(
  sql: Sql,
  { tenantId, facts }: { readonly tenantId: string; readonly facts: readonly string[] },
  userIds: readonly string[],
  nowSeconds: number,
): Promise<ListedMember[]> {
  const asked = facts.map(measureNamed);
  const metrics = [...new Set(asked.flatMap(metricsOf))];
  const page = [tenantId, [...userIds]] as const;
  const rows = await sql.query<Row>(
    `with page as materialized (select * from unnest($2::uuid[]) with ordinality as page (id, place)) ${rowsOfPage} order by page.place`,
    [...page, metrics],
  );
  const sleeps = await sleepReadings(sql, page, idsFrom(asked, 'sleep'));
  const told = await toldOf(sql, page, idsFrom(asked, 'outside'), nowSeconds);
  return rows.map((row) => memberRow(row, asked, { sleeps: sleeps.get(row.id), outside: told.get(row.id) ?? [], nowSeconds }));
}

/** Metrics whose latest values a measure is made of. */
function metricsOf({ origin }: Measure): string[] {
  if (origin.from === 'latest') return [origin.metric];
  return origin.from === 'bodyMassIndex' ? ['weight'] : [];
}

const idsFrom = (asked: readonly Measure[], from: Measure['origin']['from']) =>
  asked.filter(({ origin }) => origin.from === from).map(({ id }) => id);

type Page = readonly [tenantId: string, userIds: readonly string[]];

async function sleepReadings(sql: Sql, page: Page, ids: readonly string[]): Promise<Map<string, Latest>> {
  const rows =
    ids.length === 0
      ? []
      : await sql.query<{ userId: string; readings: Latest }>(
          `select k.user_id, jsonb_object_agg(k.measure,
             jsonb_build_object('value', k.value, 'timestamp', extract(epoch from k.ts)::float8, 'source', k.source)) as readings
           from vigil.sleep_measures k where k.tenant_id = $1 and k.user_id = any($2::uuid[]) and k.measure = any($3::text[]) and k.ts is not null group by k.user_id`,
          [...page, ids],
        );
  return new Map(rows.map(({ userId, readings }) => [userId, readings]));
}

async function toldOf(sql: Sql, page: Page, ids: readonly string[], nowSeconds: number): Promise<Map<string, OutsideFact[]>> {
  const rows =
    ids.length === 0
      ? []
      : await sql.query<{ userId: string; fact: string; validAt: number; source: string; value: number | null; word: string | null }>(
          `select distinct on (f.user_id, f.fact) f.user_id, f.fact, f.valid_at, f.source, f.value, f.word from vigil.outside_facts f
           where f.tenant_id = $1 and f.user_id = any($2::uuid[]) and f.fact = any($3::text[]) and f.valid_at <= to_timestamp($4)
           order by f.user_id, f.fact, f.valid_at desc, f.sequence desc`,
          [...page, ids, nowSeconds],
        );
  const told = new Map<string, OutsideFact[]>();
  for (const { userId, fact, validAt, source, value, word } of rows)
    told.set(userId, [...(told.get(userId) ?? []), { fact, validAtMs: validAt, source, value: value ?? word }]);
  return told;
}

/** The members of `page` (id, place) with their latest values ($3) and band state. */
const rowsOfPage = `
  select page.place, u.id, u.given_name, u.middle_names, u.family_name, u.title, u.photo_url, u.birth_date::text as birth_date, u.sex, u.mrn,
    u.height_m, u.time_zone, extract(epoch from u.created_at)::float8 as created_at, u.is_in_the_tenant, u.is_on_hold, u.data_origin,
    extract(epoch from ${memberSince})::float8 as member_since, ${memberStatusSql} as status, latest.*, band.last_sync
  from page
  join vigil.users u on u.tenant_id = $1 and u.id = page.id
  left join lateral (
    select max(l.value) filter (where l.metric = 'band_removed') as band_code,
      extract(epoch from max(l.ts) filter (where l.metric = 'band_removed'))::float8 as band_since,
      max(l.value) filter (where l.metric = 'battery') as battery,
      jsonb_object_agg(l.metric, jsonb_build_object('value', l.value, 'timestamp', extract(epoch from l.ts)::float8, 'source', l.source))
        filter (where l.metric = any($3::text[])) as latest
    from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = page.id
  ) latest on true
  left join lateral (
    select extract(epoch from s.last_received_at)::float8 as last_sync from vigil.band_syncs s where s.tenant_id = $1 and s.user_id = page.id
  ) band on true`;

type Latest = MemberRow['latest'];

interface Row {
  readonly id: string;
  readonly givenName: string;
  readonly middleNames: string | null;
  readonly familyName: string;
  readonly title: string | null;
  readonly photoUrl: string | null;
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly mrn: string | null;
  readonly heightM: number | null;
  readonly timeZone: string | null;
  /** Unix seconds, as every time here. */
  readonly createdAt: number;
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly dataOrigin: MemberRow['dataOrigin'];
  readonly memberSince: number | null;
  readonly status: MemberRow['accountStatus'];
  readonly bandCode: number | null;
  readonly bandSince: number | null;
  readonly battery: number | null;
  readonly latest: Latest | null;
  readonly lastSync: number | null;
}

interface Beside {
  readonly sleeps: Latest | undefined;
  readonly outside: readonly OutsideFact[];
  readonly nowSeconds: number;
}

function memberRow(row: Row, asked: readonly Measure[], beside: Beside): ListedMember {
  const band = { status: bandState(row.bandCode), since: row.bandSince, lastSync: row.lastSync, battery: row.battery };
  const latest = row.latest ?? {};
  const { values, readings } = measured(row, asked, { latest, band }, beside);
  return {
    user_id: row.id,
    data: {
      ...values,
      firstName: row.givenName,
      middleName: row.middleNames,
      lastName: row.familyName,
      title: row.title,
      photoUrl: row.photoUrl,
      birthday: row.birthDate,
      sex: row.sex,
      mrn: row.mrn,
      timezone: memberTimeZone(row.timeZone),
      account_created_millis: Math.round(row.createdAt * 1000),
    },
    readings,
    latest: Object.fromEntries(Object.entries(latest).filter(([metric]) => asked.some(({ id }) => id === metric))),
    band,
    in_the_tenant: row.isInTheTenant,
    on_hold: row.isOnHold,
    memberSince: row.memberSince === null ? null : Math.round(row.memberSince * 1000),
    accountStatus: row.status,
    dataOrigin: row.dataOrigin,
  };
}

/** Each measure that is known, and when it was read. Ages are those of one day for everybody in the list: today in UTC. */
function measured(
  { birthDate, sex, heightM }: Row,
  asked: readonly Measure[],
  latest: { readonly latest: Latest; readonly band: ListedMember['band'] },
  { sleeps, outside, nowSeconds }: Beside,
) {
  const values: Record<string, number | string> = {};
  const readings: ListedMember['readings'] = {};
  const sources = {
    about: { birthDate, sex, heightM },
    latest,
    outside,
    ofSleep: (_: unknown, id: string) => sleeps?.[id],
    at: nowSeconds,
    timeZone: 'UTC',
  };
  for (const measure of asked) {
    const now = measureNow(measure, sources);
    if ('missing' in now) continue;
    values[measure.id] = now.value;
    readings[measure.id] = {
      timestamp: now.reading?.timestamp ?? null,
      source: now.reading?.source ?? 'account',
      unit: measure.type === 'measure' ? measure.scales.metric.unit : '',
      ...(now.isStale && { stale: true }),
    };
  }
  return { values, readings };
}
