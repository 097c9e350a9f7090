import type { EndDetail, EndResult, MediaState, SignalKind } from '@vigil/contract/calls.values';
import type { Sql } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

export type StoredState = 'dialing' | 'established' | 'connected' | 'reconnecting' | 'reconnected' | 'ended';

/** A call as it is stored. Times in milliseconds since 1970. */
export interface CallRow {
  readonly id: string;
  readonly memberId: string | null;
  readonly callerId: string;
  readonly calleeId: string;
  readonly isVideo: boolean;
  readonly state: StoredState;
  readonly revision: number;
  readonly callerDeviceId: string;
  readonly calleeDeviceId: string | null;
  readonly callerAudio: boolean;
  readonly callerVideo: boolean;
  readonly calleeAudio: boolean;
  readonly calleeVideo: boolean;
  readonly callerMedia: MediaState | null;
  readonly calleeMedia: MediaState | null;
  readonly heardAt: number | null;
  readonly lastSignal: number;
  /** When the call ends because the page of that side was left, unless it is back before. */
  readonly callerLeavesAt: number | null;
  readonly calleeLeavesAt: number | null;
  readonly startedAt: number;
  readonly ringingAt: number | null;
  readonly acceptedAt: number | null;
  readonly connectedAt: number | null;
  readonly reconnectingAt: number | null;
  readonly reconnectedAt: number | null;
  readonly endedAt: number | null;
  readonly endResult: EndResult | null;
  readonly endDetail: EndDetail | null;
  readonly endedBy: string | null;
}

const columns = `c.id, c.member_id, c.caller_id, c.callee_id, c.is_video, c.state, c.revision, c.caller_device_id, c.callee_device_id,
  c.caller_audio, c.caller_video, c.callee_audio, c.callee_video, c.caller_media, c.callee_media, c.heard_at, c.last_signal,
  c.caller_leaves_at, c.callee_leaves_at,
  c.started_at, c.ringing_at, c.accepted_at, c.connected_at, c.reconnecting_at, c.reconnected_at, c.ended_at,
  c.end_result, c.end_detail, c.ended_by`;
/** Of everything that the two are told of. */
const onward = 'revision = c.revision + 1, changed_at = now()';

export async function readCall(sql: Sql, tenantId: string, id: string): Promise<CallRow | undefined> {
  const [row] = await sql.query<CallRow>(`select ${columns} from vigil.calls c where c.tenant_id = $1 and c.id = $2`, [tenantId, id]);
  return row;
}

/** The same, held until the transaction ends: what moves it meanwhile waits, and finds it moved. */
export async function holdCall(sql: Sql, tenantId: string, id: string): Promise<CallRow | undefined> {
  const [row] = await sql.query<CallRow>(`select ${columns} from vigil.calls c where c.tenant_id = $1 and c.id = $2 for update`, [
    ...[tenantId, id],
  ]);
  return row;
}

/** Two people are called or call one after the other, whoever dials: in the order of their ids, so that nobody waits in a circle. */
export async function holdPeople(sql: Sql, tenantId: string, userIds: readonly [string, string]): Promise<void> {
  const inOrder = [...userIds].sort().map((userId) => `${tenantId}/${userId}`);
  await sql.query('select pg_advisory_xact_lock(hashtextextended(one, 60)) from unnest($1::text[]) as one', [inOrder]);
}

/** The calls of some people that have not ended; a person has one at most. */
export const callsOf = (sql: Sql, tenantId: string, userIds: readonly string[]): Promise<CallRow[]> =>
  sql.query<CallRow>(
    `select ${columns} from vigil.calls c where c.tenant_id = $1 and c.state <> 'ended' and c.caller_id = any($2::uuid[])
     union select ${columns} from vigil.calls c where c.tenant_id = $1 and c.state <> 'ended' and c.callee_id = any($2::uuid[])`,
    [tenantId, userIds],
  );

export async function dialsSince(sql: Sql, tenantId: string, userId: string, sinceMs: number) {
  const [row] = await sql.query<{ count: number; firstAt: number | null }>(
    'select count(*)::int as count, min(started_at) as first_at from vigil.calls where tenant_id = $1 and caller_id = $2 and started_at > $3',
    [tenantId, userId, new Date(sinceMs)],
  );
  return { count: row?.count ?? 0, firstAt: row?.firstAt ?? sinceMs };
}

export interface DialedCall {
  readonly id: string;
  readonly memberId: string | null;
  readonly callerId: string;
  readonly calleeId: string;
  readonly isVideo: boolean;
  readonly deviceId: string;
  readonly atMs: number;
}

export async function insertCall(sql: Sql, tenantId: string, dialed: DialedCall): Promise<CallRow> {
  const [row] = await sql.query<CallRow>(
    `insert into vigil.calls as c (tenant_id, id, member_id, caller_id, callee_id, is_video, state, caller_device_id, caller_video, callee_video, started_at)
     values ($1, $2, $3, $4, $5, $6, 'dialing', $7, $6, $6, $8) returning ${columns}`,
    [tenantId, dialed.id, dialed.memberId, dialed.callerId, dialed.calleeId, dialed.isVideo, dialed.deviceId, new Date(dialed.atMs)],
  );
  return the(row);
}

/** A call that the callee was not free for: it never rang. */
export async function insertBusyCall(sql: Sql, tenantId: string, dialed: DialedCall): Promise<CallRow> {
  const [row] = await sql.query<CallRow>(
    `insert into vigil.calls as c (tenant_id, id, member_id, caller_id, callee_id, is_video, state, caller_device_id, caller_video, callee_video, started_at,
       ended_at, end_result, end_detail)
     values ($1, $2, $3, $4, $5, $6, 'ended', $7, $6, $6, $8, $8, 'declined', 'busy') returning ${columns}`,
    [tenantId, dialed.id, dialed.memberId, dialed.callerId, dialed.calleeId, dialed.isVideo, dialed.deviceId, new Date(dialed.atMs)],
  );
  return the(row);
}

/** The first device rings. Nothing where one has before, or it rings no longer. */
export async function moveToRinging(sql: Sql, tenantId: string, id: string, atMs: number): Promise<CallRow | undefined> {
  const [row] = await sql.query<CallRow>(
    `update vigil.calls c set ringing_at = $3, ${onward}
     where c.tenant_id = $1 and c.id = $2 and c.state = 'dialing' and c.ringing_at is null returning ${columns}`,
    [tenantId, id, new Date(atMs)],
  );
  return row;
}

/** The first device that accepts has the call; undefined for every other one, and for a call that is over. */
export async function moveToEstablished(
  sql: Sql,
  tenantId: string,
  id: string,
  { deviceId, atMs }: { readonly deviceId: string; readonly atMs: number },
): Promise<CallRow | undefined> {
  const [row] = await sql.query<CallRow>(
    `update vigil.calls c set state = 'established', callee_device_id = $3, accepted_at = $4, ${onward}
     where c.tenant_id = $1 and c.id = $2 and c.state = 'dialing' returning ${columns}`,
    [tenantId, id, deviceId, new Date(atMs)],
  );
  return row;
}

export interface End {
  readonly result: EndResult;
  readonly detail?: EndDetail;
  /** Null where nobody did. */
  readonly by: string | null;
}

/** Ends a call that is still as it was seen; undefined where it has moved on. */
export async function moveToEnded(sql: Sql, tenantId: string, seen: CallRow, end: End, atMs: number): Promise<CallRow | undefined> {
  const [row] = await sql.query<CallRow>(
    `update vigil.calls c set state = 'ended', ended_at = $4, end_result = $5, end_detail = $6, ended_by = $7, ${onward}
     where c.tenant_id = $1 and c.id = $2 and c.state = $3 and c.state <> 'ended' returning ${columns}`,
    [tenantId, seen.id, seen.state, new Date(atMs), end.result, end.detail ?? null, end.by],
  );
  if (row) await sql.query('delete from vigil.call_signals where tenant_id = $1 and call_id = $2', [tenantId, seen.id]);
  return row;
}

export interface ReportedMedia {
  readonly isCaller: boolean;
  readonly media: MediaState;
  readonly audio: boolean;
  readonly video: boolean;
  readonly state: StoredState;
  /** Whether the two are to be told. */
  readonly isNews: boolean;
  readonly atMs: number;
}

/** What a device on the call has reported, and the state that follows. */
export async function storeMedia(sql: Sql, tenantId: string, seen: CallRow, told: ReportedMedia): Promise<CallRow> {
  const side = told.isCaller ? 'caller' : 'callee';
  const time = { connected: 'connected_at', reconnecting: 'reconnecting_at', reconnected: 'reconnected_at' }[told.state as 'connected'];
  const moves = told.state === seen.state ? '' : `state = '${told.state}', ${time} = $7, `;
  const [row] = await sql.query<CallRow>(
    `update vigil.calls c set ${side}_media = $4, ${side}_audio = $5, ${side}_video = $6, ${moves}${told.isNews ? `${onward}, ` : ''}heard_at = $7, ${side}_leaves_at = null
     where c.tenant_id = $1 and c.id = $2 and c.state = $3 returning ${columns}`,
    [tenantId, seen.id, seen.state, told.media, told.audio, told.video, new Date(told.atMs)],
  );
  return the(row);
}

/** The page of one side is being left, and the call ends at that time; null: it is back. Nobody is told of it. */
export async function storeLeaving(
  sql: Sql,
  tenantId: string,
  id: string,
  side: 'caller' | 'callee',
  endsAtMs: number | null,
): Promise<void> {
  await sql.query(`update vigil.calls set ${side}_leaves_at = $3 where tenant_id = $1 and id = $2 and state <> 'ended'`, [
    ...[tenantId, id, endsAtMs === null ? null : new Date(endsAtMs)],
  ]);
}

export interface SignalRow {
  readonly sequence: number;
  readonly kind: SignalKind;
  readonly data: string;
}

/** What is older has been taken, or is no way to each other any more. */
const signalsKeptMs = 300_000;

/** Puts signals behind the last of the call, which is held; the sequence of the last one. */
export async function appendSignals(
  sql: Sql,
  tenantId: string,
  held: CallRow,
  fromCaller: boolean,
  signals: readonly Omit<SignalRow, 'sequence'>[],
  atMs: number,
): Promise<number> {
  const last = held.lastSignal + signals.length;
  await sql.query(
    `insert into vigil.call_signals (tenant_id, call_id, sequence, from_caller, kind, data, sent_at)
     select $1, $2, $3 + one.place, $4, one.kind, one.data, $5
     from unnest($6::text[], $7::text[]) with ordinality as one (kind, data, place)`,
    [tenantId, held.id, held.lastSignal, fromCaller, new Date(atMs), signals.map(({ kind }) => kind), signals.map(({ data }) => data)],
  );
  await sql.query('delete from vigil.call_signals where tenant_id = $1 and call_id = $2 and sent_at < $3', [
    ...[tenantId, held.id, new Date(atMs - signalsKeptMs)],
  ]);
  await sql.query('update vigil.calls set last_signal = $3, changed_at = now() where tenant_id = $1 and id = $2', [
    tenantId,
    held.id,
    last,
  ]);
  return last;
}

export async function signalsSince(sql: Sql, tenantId: string, callId: string, fromCaller: boolean, sinceMs: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from vigil.call_signals where tenant_id = $1 and call_id = $2 and from_caller = $3 and sent_at > $4`,
    [tenantId, callId, fromCaller, new Date(sinceMs)],
  );
  return row?.count ?? 0;
}

/** What one of the two has said behind a sequence, in order. */
export const readSignals = (sql: Sql, tenantId: string, callId: string, fromCaller: boolean, after: number): Promise<SignalRow[]> =>
  sql.query<SignalRow>(
    `select sequence, kind, data from vigil.call_signals where tenant_id = $1 and call_id = $2 and from_caller = $3 and sequence > $4
     order by sequence`,
    [tenantId, callId, fromCaller, after],
  );

/** The place behind which a page begins. */
export interface Place {
  readonly atMs: number;
  readonly id: string;
}

/** Calls that somebody made or was called with, the newest first: among the staff, and of members of a scope. */
export const listCallsOf = (
  sql: Sql,
  tenantId: string,
  userId: string,
  scope: 'tenant' | readonly string[],
  behind: Place | null,
  most: number,
): Promise<CallRow[]> => {
  const part = (whose: string) =>
    `(select ${columns} from vigil.calls c where c.tenant_id = $1 and c.${whose} = $2 and (c.member_id is null or $3::uuid[] is null or c.member_id = any($3))
       and ($4::timestamptz is null or (c.started_at, c.id) < ($4, $5::uuid)) order by c.started_at desc, c.id desc limit $6)`;
  return sql.query<CallRow>(
    `select * from (${part('caller_id')} union all ${part('callee_id')}) c order by c.started_at desc, c.id desc limit $6`,
    [tenantId, userId, scope === 'tenant' ? null : scope, behind && new Date(behind.atMs), behind?.id ?? null, most],
  );
};

/** Calls of a member, the newest first. */
export const listCallsOfMember = (sql: Sql, tenantId: string, memberId: string, behind: Place | null, most: number): Promise<CallRow[]> =>
  sql.query<CallRow>(
    `select ${columns} from vigil.calls c where c.tenant_id = $1 and c.member_id = $2
       and ($3::timestamptz is null or (c.started_at, c.id) < ($3, $4::uuid)) order by c.started_at desc, c.id desc limit $5`,
    [tenantId, memberId, behind && new Date(behind.atMs), behind?.id ?? null, most],
  );

/** A member's calls that are over, by when they began. */
export async function pastCallsOfMember(
  sql: Sql,
  tenantId: string,
  memberId: string,
  stretch: Stretch,
): Promise<StretchPage<Counted<CallRow>>> {
  const asked = newestFirst(
    `select ${columns}, c.started_at as at, c.id::text as key from vigil.calls c
     where c.tenant_id = $1 and c.started_at >= $2 and c.started_at < $3 and c.member_id = $4 and c.state = 'ended'`,
    stretch,
    [memberId],
  );
  return pageOf(await sql.query<Counted<CallRow>>(asked.statement, asked.valuesFor(tenantId)));
}

/** Calls of all members, or of these, that are over and began from `fromMs` (inclusive) on, the newest first. */
export const pastCallsOfMembers = (
  sql: Sql,
  tenantId: string,
  scope: 'tenant' | readonly string[],
  { fromMs, limit }: { readonly fromMs: number; readonly limit: number },
): Promise<CallRow[]> =>
  sql.query<CallRow>(
    `select ${columns} from vigil.calls c where c.tenant_id = $1 and c.member_id is not null and ($2::uuid[] is null or c.member_id = any($2))
       and c.state = 'ended' and c.started_at >= $3 order by c.started_at desc, c.id desc limit $4`,
    [tenantId, scope === 'tenant' ? null : [...scope], new Date(fromMs), limit],
  );

function the<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('The call that is held has moved');
  return row;
}
