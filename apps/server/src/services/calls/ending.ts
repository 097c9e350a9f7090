import type { ChatNotice } from '@vigil/contract/chat.contract';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/postgres/database.ts';
import type { Say } from '../chat/index.ts';
import { noticeOf } from './calls.rules.ts';
import { type CallRow, type End, moveToEnded } from './calls.store.ts';

export interface EndingDependencies {
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly say: Say;
}

/** How a call goes on for those who hear of it: its two, wherever they are connected, and their conversation. */
export interface Ending {
  /** Everybody hears of it once the transaction is committed. */
  changed(sql: Sql, tenantId: string, row: CallRow): void;
  /** The conversation says that a call was accepted, or what became of one that has ended. */
  say(sql: Sql, tenantId: string, row: CallRow): Promise<void>;
  /** Ends a call that is held; as it is stored then. */
  end(sql: Sql, tenantId: string, held: CallRow, end: End): Promise<CallRow>;
}

export function createEnding({ care, bus, clock, say }: EndingDependencies): Ending {
  const ending: Ending = {
    changed(sql, tenantId, { id }) {
      sql.afterCommit(() => bus.publish('call.changed', { tenantId, callId: id }));
    },
    async say(sql, tenantId, row) {
      const [caller] = await care.namedWithin(sql, tenantId, [row.callerId]);
      const name = caller ? `${caller.givenName} ${caller.familyName}`.trim() : null;
      const started: ChatNotice = { type: 'call_started', name, time: null };
      const said = row.state === 'ended' ? noticeOf(row, name) : { notice: started, isQuiet: true };
      await say(sql, tenantId, { conversationId: row.memberId ?? [row.callerId, row.calleeId], ...said, causedBy: row.callerId });
    },
    async end(sql, tenantId, held, end) {
      const row = await moveToEnded(sql, tenantId, held, end, clock.now());
      if (!row) return held;
      ending.changed(sql, tenantId, row);
      await ending.say(sql, tenantId, row);
      return row;
    },
  };
  return ending;
}
