import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pushRetryMs } from '@vigil/contract/notification.values';
import { eventStreamHeaders, type RequestContext, tenantOf } from '#http/route.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Feed } from './feed.ts';
import { type PushesStore, pushesAtOnce, type StoredPush } from './notification.store.ts';
import { endsSession, type Judged, mayConcern, permitted, rolesOf, type Subject } from './push-judgement.ts';
import { messageOf, sessionEndedMessage } from './push-message.ts';

export interface PushStreamDependencies {
  readonly store: Pick<PushesStore, 'missed'>;
  readonly feed: Pick<Feed, 'join' | 'leave'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly limits: PushStreamLimits;
}

export interface PushStreamLimits {
  /** What may wait for the reader to take it. */
  readonly bufferBytes: number;
  /** Pushes that may wait to be judged before the stream is dropped. */
  readonly waiting: number;
  /** Between two comments that show that the stream is alive. */
  readonly heartbeatMs: number;
  /** Between two looks whether the caller would still be let in; news in this process are heard at once. */
  readonly recheckMs: number;
  /** How long the reader may leave that untaken before the stream is dropped. */
  readonly drainMs: number;
}

/**
 * Writes pushes as they come until the client goes away or may no longer be told; first those that it missed, where it
 * names the last one it has. Each is judged when it is told: by the roles held then, and by whom the person may see.
 * A reader that is too slow is dropped and catches up when it comes back, so nothing is lost and nothing piles up.
 */
export async function streamPushes(dependencies: PushStreamDependencies, context: RequestContext, subject: Subject, endpoint: string) {
  const { feed, limits, store } = dependencies;
  const { raw } = context.reply;
  const tenantId = tenantOf(context).id;
  const end = endOf(context);
  const queue = queueOf(subject, limits.waiting, () => raw.destroy());
  const tell = tellerOf(dependencies, context, subject, endpoint, end);
  end.signal.addEventListener('abort', queue.wake, { once: true });

  const beats = setInterval(() => raw.write(': still here\n\n'), limits.heartbeatMs);
  const rechecks = setInterval(() => void end.judge(), limits.recheckMs);
  const follower = { tenantId, offer: queue.offer, lost: () => end.because('the pushes cannot be read') };
  try {
    const position = await feed.join(follower);
    const from = Math.min(positionIn(context.request.headers['last-event-id']) ?? position, position);
    raw.writeHead(200, { ...eventStreamHeaders, 'last-event-id': from });
    raw.write(`retry: ${pushRetryMs}\nid: ${from}\n\n`);

    const roles = 'role' in subject ? [subject.role] : rolesOf(context.caller);
    const userId = 'userId' in subject ? subject.userId : null;
    for (let after = from; after < position && !end.signal.aborted; ) {
      const page = await store.missed({ tenantId, after, upTo: position, userId, roles });
      await tell(page);
      after = page.length < pushesAtOnce ? position : (page.at(-1)?.position ?? position);
    }
    while (!end.signal.aborted) {
      const batch = queue.take(pushesAtOnce).filter((push) => push.position > position);
      if (batch.length > 0) await tell(batch);
      else await queue.filled();
    }
  } finally {
    clearInterval(beats);
    clearInterval(rechecks);
    feed.leave(follower);
  }
}

interface End {
  readonly signal: AbortSignal;
  because(reason: unknown): void;
  /** Who the caller is now; null, and the end of the stream, when they would no longer be let in. */
  judge(): Promise<Judged | null>;
}

/** The end of a stream, by whatever comes first. Whoever is no longer let in is told so before the connection closes. */
function endOf({ judgeAnew, reply: { raw }, signal }: RequestContext): End {
  const over = new AbortController();
  const because = (reason: unknown) => {
    if (over.signal.aborted) return;
    if (endsSession(reason) && raw.headersSent && !raw.writableEnded) raw.write(sessionEndedMessage(randomUUID()));
    over.abort(reason);
  };
  const onEnd = () => because(signal.reason);
  if (signal.aborted) onEnd();
  else signal.addEventListener('abort', onEnd, { once: true });
  return {
    signal: over.signal,
    because,
    async judge() {
      try {
        return await judgeAnew();
      } catch (refusal) {
        because(refusal);
        return null;
      }
    },
  };
}

/** What waits to be judged. `overflow` when it is too much. */
function queueOf(subject: Subject, most: number, overflow: () => void) {
  const waiting: StoredPush[] = [];
  let wake = () => {};
  return {
    offer(push: StoredPush) {
      if (!mayConcern(push, subject)) return;
      if (waiting.length >= most) return overflow();
      waiting.push(push);
      wake();
    },
    take: (count: number) => waiting.splice(0, count),
    /** Resolves when something waits, or `wake` is called. */
    filled: () =>
      waiting.length > 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            wake = resolve;
          }),
    wake: () => wake(),
  };
}

/** Tells what the person may be told, once it is on record: to be told of a member is to be shown something about the member. */
function tellerOf({ audit, limits }: PushStreamDependencies, context: RequestContext, subject: Subject, endpoint: string, end: End) {
  const { raw } = context.reply;
  return async (pushes: readonly StoredPush[]): Promise<void> => {
    if (pushes.length === 0) return;
    const judged = await end.judge();
    if (judged?.caller.kind !== 'person') return;
    const told = await permitted(pushes, subject, judged);
    const members = new Set(told.flatMap(({ patientId }) => patientId ?? []));
    const { userId, subject: account } = judged.caller;
    const { ip, requestId } = context;
    const who = { tenantId: tenantOf(context).id, actorKind: 'person', actorId: userId, subject: account, ip } as const;
    if (members.size > 0) await audit.record({ ...who, requestId, members: [...members], endpoint, method: 'GET', status: 200 });
    for (const push of told) {
      if (raw.writableLength > limits.bufferBytes) await taken(context, end.signal, limits.drainMs);
      if (end.signal.aborted || raw.destroyed) return;
      raw.write(messageOf(push, 'role' in subject));
    }
  };
}

/** Resolves when the reader has taken what was written; one that does not is dropped. */
async function taken({ reply: { raw } }: RequestContext, signal: AbortSignal, withinMs: number): Promise<void> {
  if (!raw.writableNeedDrain || raw.destroyed) return;
  const late = AbortSignal.timeout(withinMs);
  await once(raw, 'drain', { signal: AbortSignal.any([signal, late]) }).catch(() => late.aborted && raw.destroy());
}

function positionIn(lastEventId: string | string[] | undefined): number | null {
  return typeof lastEventId === 'string' && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
