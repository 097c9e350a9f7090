import { randomUUID } from 'node:crypto';
import { chatSocketPath } from '@vigil/contract/chat.values';
import { io, type Socket } from 'socket.io-client';
import { readPushes } from '#server/services/notification/testing/push-reader.ts';
import type { Nodes } from './nodes.ts';
import type { Staff } from './people.ts';

const answerWithinMs = 5_000;

/** What colleagues do at one node or another: calls, live connections and push streams, each by their place in the staff. */
export function handsOf(nodes: Nodes, staff: Staff) {
  const open: Socket[] = [];
  const authorization = (by: number) => ({ authorization: `Bearer ${staff.tokens[by]}` });

  async function ask(node: number, by: number, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${nodes.nodeUrl(node)}${path}`, {
      method,
      headers: { ...authorization(by), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  /** Throws with the status where it is not 200. */
  async function call<T>(...asked: Parameters<typeof ask>): Promise<T> {
    const answer = await ask(...asked);
    if (answer.status !== 200) throw new Error(`${asked[2]} ${asked[3]} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    authorization,
    ask,
    call,
    /** A live connection to one node, and what it was told. */
    async connect(node: number, by: number) {
      const socket = io(nodes.nodeUrl(node), {
        ...{ path: chatSocketPath, transports: ['websocket'], forceNew: true, reconnection: false, auth: { token: staff.tokens[by] } },
      });
      open.push(socket);
      const told: { event: string; content: Record<string, unknown> }[] = [];
      socket.onAny((event: string, content: Record<string, unknown>) => told.push({ event, content }));
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const of = (event: string) => told.filter((one) => one.event === event).map(({ content }) => content);
      return {
        socket,
        of,
        /** Ids of the messages that were told, as a page shows them: in the order of their places. One that was told twice stands twice. */
        messages: () =>
          of('chat:message')
            .map(({ message }) => message as { messageId: string; sequence: number })
            .sort((a, b) => a.sequence - b.sequence)
            .map(({ messageId }) => messageId),
        ask: (event: string, sent: object) => socket.timeout(answerWithinMs).emitWithAck(event, sent),
      };
    },
    /** The push stream of somebody at one node. */
    pushes: (node: number, by: number, lastEventId?: string) =>
      readPushes(
        `${nodes.nodeUrl(node)}/notification/akka_actor/api/v1/subscribe/tenant/${staff.tenant.id}/user/${staff.colleagues[by]?.userId}/sse`,
        { ...authorization(by), ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      ),
    /** The conversation of two. */
    direct: (node: number, by: number, to: number) =>
      call<{ conversationId: string }>(node, by, 'POST', '/chat/api/v1/conversations', {
        ...{ kind: 'direct', id: randomUUID(), userId: staff.colleagues[to]?.userId },
      }),
    letGo() {
      for (const socket of open) socket.disconnect();
    },
  };
}
