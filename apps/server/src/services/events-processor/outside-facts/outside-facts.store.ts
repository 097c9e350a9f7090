import type { Database } from '#platform/postgres/database.ts';

/** A fact as it was sent. Time in milliseconds since 1970. */
export interface OutsideFact {
  readonly fact: string;
  readonly validAtMs: number;
  readonly source: string;
  /** Null: it is no longer known. */
  readonly value: number | string | null;
}

export interface OutsideFactsStore {
  /** Adds what is new; what was said last of the same fact, time and source is not said twice. Answers how many were. */
  add(member: { tenantId: string; userId: string }, facts: readonly OutsideFact[], by: { userId: string; atMs: number }): Promise<number>;
  /** What holds at a moment of each fact (of those named, or all): what is valid last, of equals what came last. */
  known(tenantId: string, userId: string, atMs: number, names: readonly string[] | null): Promise<OutsideFact[]>;
}

export function createOutsideFactsStore(database: Database): OutsideFactsStore {
  return {
    async add({ tenantId, userId }, facts, by) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ fact: string }>(
          `insert into vigil.outside_facts (tenant_id, user_id, fact, valid_at, source, value, word, sent_by, received_at)
           select $1, $2, sent.fact, to_timestamp(sent."validAtMs" / 1000), sent.source, sent.value, sent.word, $4, $5
           from rows from (jsonb_to_recordset($3::jsonb) as (fact text, "validAtMs" float8, source text, value float8, word text))
             with ordinality as sent (fact, "validAtMs", source, value, word, place)
           left join lateral (
             select o.value, o.word from vigil.outside_facts o
             where o.tenant_id = $1 and o.user_id = $2 and o.fact = sent.fact and o.source = sent.source and o.valid_at = to_timestamp(sent."validAtMs" / 1000)
             order by o.sequence desc limit 1
           ) said on true
           where said is null or said.value is distinct from sent.value or said.word is distinct from sent.word
           order by sent.place
           returning fact`,
          [tenantId, userId, JSON.stringify(facts.map(rowOf)), by.userId, new Date(by.atMs)],
        ),
      );
      return rows.length;
    },

    async known(tenantId, userId, atMs, names) {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query<{ fact: string; validAtMs: number; source: string; value: number | null; word: string | null }>(
          `select distinct on (o.fact) o.fact, round(extract(epoch from o.valid_at) * 1000)::float8 as valid_at_ms, o.source, o.value, o.word
           from vigil.outside_facts o
           where o.tenant_id = $1 and o.user_id = $2 and o.valid_at <= $3 and ($4::text[] is null or o.fact = any($4))
           order by o.fact, o.valid_at desc, o.sequence desc`,
          [tenantId, userId, new Date(atMs), names],
        ),
      );
      return rows.map(({ value, word, ...row }) => ({ ...row, value: value ?? word }));
    },
  };
}

function rowOf({ value, ...fact }: OutsideFact) {
  return { ...fact, value: typeof value === 'number' ? value : null, word: typeof value === 'string' ? value : null };
}
