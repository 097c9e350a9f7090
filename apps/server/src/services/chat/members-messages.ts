import { createHash } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { switchedOff } from './chat.service.ts';
import { unwritten } from './conversations.store.ts';
import { hasLeft } from './participants.ts';
import type { Send } from './sending.ts';

export interface MembersMessage {
  readonly id: string;
  readonly userIds: readonly string[];
  readonly text: string;
}

export interface Reached {
  readonly sent: string[];
  readonly failed: { userId: string; code: string; message: string }[];
}

export interface MembersMessagesDependencies {
  readonly database: Database;
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly clock: Clock;
  readonly send: Send;
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
}

/** Members who are written to at the same time. */
const abreast = 4;

/**
 * What an administrator writes to members from their list. It stands in each one's conversation as a system message, under the
 * name of the administrator; each member is judged and reached alone, so that one who cannot be reached keeps it from nobody.
 */
export function createMembersMessages({ database, care, clock, send, chatIsOn }: MembersMessagesDependencies) {
  async function reach(tenantId: string, senderId: string, userId: string, { id, text }: MembersMessage): Promise<void> {
    await database.tenant(tenantId, async (sql) => {
      const people = new Map((await care.namedWithin(sql, tenantId, [senderId, userId])).map((one) => [one.id, one]));
      const member = people.get(userId);
      if (!member || hasLeft(member)) throw new VigilError('conflict', 'This member has left the tenant and would not read it.');
      const sender = people.get(senderId);
      const saidAs = [`${sender?.givenName ?? ''} ${sender?.familyName ?? ''}`.trim(), 'Admin'].filter(Boolean).join(', ');
      const message = { id: idFor(id, userId), kind: 'system', senderId, saidAs, text, files: [], atMs: clock.now() } as const;
      await send(sql, tenantId, unwritten(userId), message);
    });
  }

  return async (
    tenantId: string,
    senderId: string,
    message: MembersMessage,
    requireMember: (userId: string) => Promise<void>,
  ): Promise<Reached> => {
    if (!(await chatIsOn(tenantId))) throw switchedOff();
    const reached: Reached = { sent: [], failed: [] };
    const left = [...new Set(message.userIds)];
    const next = async (): Promise<void> => {
      for (let userId = left.shift(); userId !== undefined; userId = left.shift()) {
        try {
          await requireMember(userId);
          await reach(tenantId, senderId, userId, message);
          reached.sent.push(userId);
        } catch (error) {
          if (!(error instanceof VigilError) || error.status >= 500) throw error;
          reached.failed.push({ userId, code: error.code, message: error.message });
        }
      }
    };
    await Promise.all(Array.from({ length: abreast }, next));
    return reached;
  };
}

/** The id of the message in one member's conversation: the same whenever it is sent again. In the form of a UUID of version 8. */
function idFor(id: string, userId: string): string {
  const hash = createHash('sha256').update(`${id}/${userId}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
