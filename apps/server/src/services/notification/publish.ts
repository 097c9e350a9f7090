import { longestPushDescription, type PushContentType } from '@vigil/contract/notification.values';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

/** Something to be told to people at once. */
export interface NewPush {
  readonly tenantId: string;
  /** People by id, and everybody who holds one of the roles when it is told. At least one of either; each is told once. */
  readonly to: { readonly userIds?: readonly string[]; readonly roles?: readonly Role[] };
  readonly contentType: PushContentType;
  /** The member whom it is about: it reaches only those who may see the member. Null where it is about nobody. */
  readonly patientId: string | null;
  /** What the user stream says; a role stream never shows it. At most 500 characters, the rest is cut off. */
  readonly description: string;
  /** What it is news of, as the id of an action: in a person's bell it takes the place of what the person was told of the same before. */
  readonly aboutId?: string;
  /** The alarm that it rings for, by id: it leaves every bell once that is answered, and takes the place of its earlier rings. */
  readonly ringOf?: string;
  /** Where the bell leads that names no member: to the handoff `aboutId`. */
  readonly opens?: 'handoff';
  /** Not to stand in any bell: open screens ask again, and nobody has to be told. */
  readonly forScreensOnly?: boolean;
}

/**
 * Writes a push in the transaction of what it is about, so that either both are there or neither is; it is told once that
 * is committed. What was told of the same before leaves every bell. Answers the push's id, by which whoever is told twice knows it.
 * Throws when it is addressed to nobody.
 */
export async function publish(sql: Sql, push: NewPush): Promise<string> {
  const [, [written]] = await Promise.all([
    push.aboutId !== undefined && withdraw(sql, push.tenantId, [push.aboutId]),
    insertPushes(sql, push.tenantId, [push]),
  ]);
  if (!written) throw new Error('The push was not written');
  return written.id;
}

/**
 * Writes many at once, as `publish` does each. What was told of the same before leaves the bells of those alone who are told now:
 * whoever was asked before and has not answered keeps what they were told.
 */
export async function publishMany(sql: Sql, tenantId: string, pushes: readonly Omit<NewPush, 'tenantId'>[]): Promise<void> {
  if (pushes.length > 0) await insertPushes(sql, tenantId, pushes);
}

const insert = prepared(
  `insert into vigil.pushes (tenant_id, user_ids, roles, content_type, patient_id, description, about_id, ring_of, opens, superseded_at)
   select $1, array(select jsonb_array_elements_text(one."userIds")::uuid), array(select jsonb_array_elements_text(one.roles)),
     one."contentType", one."patientId", one.description, one."aboutId", one."ringOf", one.opens,
     case when one."forScreensOnly" then now() end
   from jsonb_to_recordset($2) as one ("userIds" jsonb, roles jsonb, "contentType" text, "patientId" uuid, description text,
     "aboutId" uuid, "ringOf" uuid, opens text, "forScreensOnly" boolean)
   returning id`,
);

function insertPushes(sql: Sql, tenantId: string, pushes: readonly Omit<NewPush, 'tenantId'>[]): Promise<{ id: string }[]> {
  const rows = pushes.map(
    ({ to: { userIds = [], roles = [] }, description, aboutId = null, ringOf = null, opens = null, forScreensOnly = false, ...push }) => {
      if (userIds.length + roles.length === 0) throw new Error('A push is addressed to nobody');
      return { ...push, userIds, roles, description: shortened(description), aboutId, ringOf, opens, forScreensOnly };
    },
  );
  return sql.query<{ id: string }>(insert, [tenantId, JSON.stringify(rows)]);
}

/** Pushes about these that were not yet told at a position of the streams: whoever had read up to there did not see them. */
export async function pushesAfter(sql: Sql, tenantId: string, aboutIds: readonly string[], position: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from vigil.pushes where tenant_id = $1 and about_id = any($2::uuid[]) and (position is null or position > $3)',
    [tenantId, aboutIds, position],
  );
  return rows.map(({ id }) => id);
}

const supersede = prepared(
  'update vigil.pushes set superseded_at = now() where tenant_id = $1 and about_id = any($2::uuid[]) and superseded_at is null',
);

/** Takes out of every bell what was told of these, in the transaction in which it is over: it is no news any more. Streams keep it. */
export async function withdraw(sql: Sql, tenantId: string, aboutIds: readonly string[]): Promise<void> {
  await sql.query(supersede, [tenantId, aboutIds]);
}

/** Takes out of every bell what rang for these alarms, in the transaction in which somebody has answered or nothing is to be done. */
export async function withdrawRings(sql: Sql, tenantId: string, alarmIds: readonly string[]): Promise<void> {
  await sql.query(
    'update vigil.pushes set superseded_at = now() where tenant_id = $1 and ring_of = any($2::uuid[]) and superseded_at is null',
    [tenantId, alarmIds],
  );
}

/** Whole characters: half of a pair could not be stored. */
function shortened(text: string): string {
  const whole = text.replaceAll('\0', '').toWellFormed();
  return [...whole].slice(0, longestPushDescription).join('');
}
