import { longestPushDescription, type PushContentType } from '@vigil/contract/notification.values';
import type { Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';

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
  /** What it is news of, as the id of an action: in the bell it takes the place of what was told of the same before. */
  readonly aboutId?: string;
}

/**
 * Writes a push in the transaction of what it is about, so that either both are there or neither is; it is told once that
 * is committed. Answers the push's id, by which whoever is told twice knows it. Throws when it is addressed to nobody.
 */
export async function publish(sql: Sql, { tenantId, to, contentType, patientId, description, aboutId }: NewPush): Promise<string> {
  const { userIds = [], roles = [] } = to;
  if (userIds.length + roles.length === 0) throw new Error('A push is addressed to nobody');
  if (aboutId !== undefined) await withdraw(sql, tenantId, [aboutId]);
  const [written] = await sql.query<{ id: string }>(
    `insert into vigil.pushes (tenant_id, user_ids, roles, content_type, patient_id, description, about_id)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, userIds, roles, contentType, patientId, shortened(description), aboutId ?? null],
  );
  if (!written) throw new Error('The push was not written');
  return written.id;
}

/** Takes out of every bell what was told of these, in the transaction in which it is over: it is no news any more. Streams keep it. */
export async function withdraw(sql: Sql, tenantId: string, aboutIds: readonly string[]): Promise<void> {
  await sql.query(
    'update vigil.pushes set superseded_at = now() where tenant_id = $1 and about_id = any($2::uuid[]) and superseded_at is null',
    [tenantId, aboutIds],
  );
}

/** Whole characters: half of a pair could not be stored. */
function shortened(text: string): string {
  const whole = text.replaceAll('\0', '').toWellFormed();
  return [...whole].slice(0, longestPushDescription).join('');
}
