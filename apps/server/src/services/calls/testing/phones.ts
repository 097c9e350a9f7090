import { randomUUID } from 'node:crypto';
import { type CallsServerEvent, callsServerEvents } from '@vigil/contract/calls.events';
import { chatSocketPath } from '@vigil/contract/chat.events';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { Harness, TestTenant, TestUser } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

/** Two server processes over one PostgreSQL, without Redis, and pages of people that make and take calls. */
export async function startPhones(harness: Harness) {
  const servers = await Promise.all([startModules(harness), startModules(harness)]);
  const urls = await Promise.all(servers.map((one) => one.listen()));
  const open: Socket[] = [];

  async function request(method: 'GET' | 'POST' | 'PUT', path: string, by: { id: string }, payload?: unknown, at = 0) {
    const answer = await (servers[at] ?? servers[0]).http.inject({
      method,
      url: `/calls/api/v1/${path}`,
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what is answered is compared with what was expected.
    return { status: answer.statusCode, ...(answer.json() as any) };
  }

  /** A page of somebody's, connected to a process and ready to ring. */
  async function phone(user: TestUser, at = 0, deviceId: string = randomUUID()) {
    const socket = io(urls[at] as string, {
      ...{ path: chatSocketPath, transports: ['websocket'], reconnection: false, forceNew: true, auth: { token: user.id } },
    });
    open.push(socket);
    // biome-ignore lint/suspicious/noExplicitAny: what was told is compared with what was expected.
    const told: { event: CallsServerEvent; content: any }[] = [];
    for (const event of Object.keys(callsServerEvents) as CallsServerEvent[])
      socket.on(event, (content: unknown) => told.push({ event, content: callsServerEvents[event].parse(content) }));
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const ready = await socket.timeout(5_000).emitWithAck('call:ready', { deviceId });
    const put = (path: string, body: object = {}) => request('PUT', path, user, { deviceId, ...body }, at);
    const post = (path: string, body: object = {}) => request('POST', path, user, { deviceId, ...body }, at);
    return {
      ...{ user, deviceId, socket, told, ready },
      states: () => told.filter(({ event }) => event === 'call:changed').map(({ content }) => content.call.callState),
      last: () => told.findLast(({ event }) => event === 'call:changed')?.content.call,
      said: () => told.filter(({ event }) => event === 'call:signals').flatMap(({ content }) => content.signals),
      dial: (to: { id: string }, memberId: string | null, more: object = {}) =>
        post('calls', { callId: randomUUID(), calleeId: to.id, memberId, isVideoCall: false, ...more }),
      current: () => request('GET', `calls/current?deviceId=${deviceId}`, user, undefined, at),
      ring: (id: string) => put(`calls/${id}/ringing`),
      accept: (id: string) => post(`calls/${id}/acceptance`),
      end: (id: string) => put(`calls/${id}/end`),
      leave: (id: string) => put(`calls/${id}/end`, { isLeaving: true }),
      fail: (id: string) => put(`calls/${id}/failure`),
      hears: (id: string, state: 'connected' | 'reconnecting', more: object = {}) =>
        post(`calls/${id}/media`, { state, audio: true, video: false, ...more }),
      says: (id: string, ...data: string[]) =>
        post(`calls/${id}/signals`, { signals: data.map((one) => ({ kind: 'candidate', data: one })) }),
      heard: (id: string, after = 0) => request('GET', `calls/${id}/signals?deviceId=${deviceId}&after=${after}`, user, undefined, at),
      ice: (id: string) => post(`calls/${id}/ice`),
    };
  }

  const assign = (tenant: TestTenant, member: TestUser, clinician: TestUser) =>
    harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [tenant.id, member.id, clinician.id],
    );

  return {
    ...{ servers, urls, request, phone, assign },
    hangUpAll() {
      for (const socket of open.splice(0)) socket.disconnect();
    },
    stop: () => Promise.all(servers.map((one) => one.stop())),
  };
}

export type Phone = Awaited<ReturnType<Awaited<ReturnType<typeof startPhones>>['phone']>>;
export const soon = (check: () => void, ms = 3_000) => vi.waitFor(check, { timeout: ms, interval: 10 });
