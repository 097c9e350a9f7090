import { getCurrentCall } from '@vigil/contract/calls.contract';
import { type CallsServerEvent, callsClientEvents, type callsServerEvents } from '@vigil/contract/calls.events';
import { VigilError } from '@vigil/contract/errors';
import type * as z from 'zod';
import type { LiveConnection, LiveRoute } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { callView, peopleIn } from './call-view.ts';
import { sideOf } from './calls.rules.ts';
import type { CallsService } from './calls.service.ts';
import { type CallRow, readCall, readSignals } from './calls.store.ts';
import { createHeardCalls } from './heard-calls.ts';

export interface LiveCallsDependencies {
  readonly database: Database;
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly calls: Pick<CallsService, 'current' | 'leaveAs'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
}

/** Somebody's open page that has said which device it is. */
interface Page {
  readonly connection: LiveConnection;
  deviceId: string | null;
  /** How far each call that it knows has been told. */
  readonly told: Map<string, { readonly revision: number; readonly signal: number; readonly rings: boolean }>;
}

/**
 * Tells open pages of calls: a ring to every page of the callee, and what follows to the two devices on the call. Each is judged at
 * that moment, as chat does; and what is told of a member is on record first.
 */
export function createLiveCalls({ database, care, calls, audit, bus, log }: LiveCallsDependencies) {
  /** By tenant. */
  const pages = new Map<string, Set<Page>>();
  /** What is being told of each call, one change after the other. */
  const telling = new Map<string, Promise<void>>();
  const heard = createHeardCalls({ database, bus, log, onChange: inTurn });
  const ofTenant = (tenantId: string): Page[] => [...(pages.get(tenantId) ?? [])];

  function say<E extends CallsServerEvent>({ connection }: Page, event: E, content: z.output<(typeof callsServerEvents)[E]>): void {
    connection.tell(event, content);
  }

  function inTurn({ tenantId, callId }: { readonly tenantId: string; readonly callId: string }): void {
    if (!pages.has(tenantId)) return;
    const told = (telling.get(callId) ?? Promise.resolve())
      .then(() => tellCall(tenantId, callId))
      .catch((error: unknown) => log.warn({ err: error }, 'how a call goes on could not be told'));
    telling.set(callId, told);
    void told.then(() => {
      if (telling.get(callId) === told) telling.delete(callId);
    });
  }

  /** Whom a call concerns: its two devices; while it rings, and to hear that it does no longer, every page of the callee. */
  function concerns(page: Page, row: CallRow): boolean {
    const { deviceId, connection, told } = page;
    if (deviceId === null) return false;
    if (sideOf(row, connection.userId, deviceId) !== null) return true;
    if (connection.userId !== row.calleeId) return false;
    const known = told.get(row.id);
    return row.state === 'dialing' || known?.rings === true || (row.endDetail === 'busy' && !known);
  }

  async function tellCall(tenantId: string, callId: string): Promise<void> {
    const some = ofTenant(tenantId).filter(({ deviceId }) => deviceId !== null);
    if (some.length === 0) return;
    const found = await database.tenant(tenantId, async (sql) => {
      const row = await readCall(sql, tenantId, callId);
      const concerned = row ? some.filter((page) => concerns(page, row)) : [];
      if (!row || concerned.length === 0) return row && { row, views: [], signals: null };
      const people = await peopleIn(care, sql, tenantId, [row]);
      const views = concerned.map((page) => ({
        page,
        call: callView(row, people, { userId: page.connection.userId, deviceId: page.deviceId }),
      }));
      const behind = Math.min(...concerned.map(({ told }) => told.get(row.id)?.signal ?? 0));
      const isNew = row.state !== 'ended' && row.lastSignal > behind;
      const read = (fromCaller: boolean) => readSignals(sql, tenantId, row.id, fromCaller, behind);
      return { row, views, signals: isNew ? { ofCaller: await read(true), ofCallee: await read(false) } : null };
    });
    if (!found) return;
    const { row, views, signals } = found;
    heard.told(row);
    const permitted = await Promise.all(views.map(({ page }) => maySee(page, row)));
    const told = views.filter((_, index) => permitted[index]);
    const news = told.filter(({ page }) => (page.told.get(row.id)?.revision ?? 0) < row.revision);
    if (row.memberId !== null && row.state === 'dialing')
      await putOnRecord(
        news.map(({ page }) => page),
        row.memberId,
      );
    for (const { page, call } of news) say(page, 'call:changed', { call });
    for (const { page, call } of told) {
      const side = sideOf(row, page.connection.userId, page.deviceId ?? '');
      const behind = page.told.get(row.id)?.signal ?? 0;
      const said = (side === 'caller' ? signals?.ofCallee : side === 'callee' ? signals?.ofCaller : undefined) ?? [];
      // What has come since the call was read is told with the next change.
      const fresh = said.filter(({ sequence }) => sequence > behind && sequence <= row.lastSignal);
      if (fresh.length > 0) say(page, 'call:signals', { callId: row.id, signals: fresh });
      // Until a device is on the call, what was said waits for it.
      const signal = side === null ? behind : row.lastSignal;
      page.told.set(row.id, { revision: row.revision, signal, rings: call.callState === 'ringing' });
    }
  }

  /** Whether somebody may still be told. That a call has ended is told to whoever no longer sees the member, too: it rang there. */
  async function maySee({ connection }: Page, { memberId, state }: CallRow): Promise<boolean> {
    try {
      const judged = await connection.judgeAnew();
      if (memberId !== null && state !== 'ended') await judged.requireMember(memberId);
      return !connection.signal.aborted;
    } catch (error) {
      if (!(error instanceof VigilError) || error.status >= 500) throw error;
      return false;
    }
  }

  /** To be called by a member is to be shown something about the member: once for each reader, before anything leaves. */
  async function putOnRecord(some: readonly Page[], memberId: string): Promise<void> {
    const readers = new Map(some.map(({ connection }) => [connection.userId, connection]));
    await Promise.all(
      [...readers.values()].map(({ tenant, userId, subject, ip, requestId }) =>
        audit.record({
          ...{ tenantId: tenant.id, actorKind: 'person', actorId: userId, subject, ip, requestId },
          ...{ members: [memberId], endpoint: getCurrentCall.id, method: 'GET', status: 200 },
        }),
      ),
    );
  }

  /** The sign-in of a page has ended, or its role: its media would go on, and whoever it talks with is not to wait for a minute. */
  function leaveAs({ connection, deviceId }: Page): void {
    if (deviceId === null) return;
    calls
      .leaveAs({ tenantId: connection.tenant.id, userId: connection.userId, deviceId })
      .catch((error: unknown) => log.warn({ err: error }, 'a page that was cut off could not be noted'));
  }

  const ready = {
    sent: callsClientEvents['call:ready'].sent,
    async handle(connection: LiveConnection, sent: { readonly deviceId: string }) {
      await heard.listen();
      const page = ofTenant(connection.tenant.id).find((one) => one.connection === connection);
      if (!page) throw new VigilError('conflict', 'The connection has ended.');
      page.deviceId = sent.deviceId.toLowerCase();
      const found = await calls.current({ tenantId: connection.tenant.id, userId: connection.userId, deviceId: page.deviceId });
      if (!found || !(await maySee(page, found.row))) return { call: null };
      const { row, call } = found;
      if (row.memberId !== null) await putOnRecord([page], row.memberId);
      const rings = call.callState === 'ringing';
      if (!page.told.has(row.id)) page.told.set(row.id, { revision: row.revision, signal: rings ? 0 : row.lastSignal, rings });
      return { call };
    },
  };

  return {
    events: { 'call:ready': ready } satisfies LiveRoute['events'],
    async connect(connection: LiveConnection): Promise<void> {
      const tenantId = connection.tenant.id;
      const page: Page = { connection, deviceId: null, told: new Map() };
      const own = pages.get(tenantId) ?? new Set();
      pages.set(tenantId, own.add(page));
      const gone = () => {
        own.delete(page);
        if (own.size === 0) pages.delete(tenantId);
        if (pages.size === 0) heard.rest();
        if (connection.signal.reason instanceof VigilError) leaveAs(page);
      };
      if (connection.signal.aborted) return gone();
      connection.signal.addEventListener('abort', gone, { once: true });
    },
    async stop(): Promise<void> {
      await heard.stop();
      await Promise.allSettled(telling.values());
    },
  };
}
