import * as z from 'zod';
import type { BusEvents, Topic } from './bus.ts';

/** What has come from another process and is told here. */
export type Heard = { readonly [T in Topic]: { readonly from: string; readonly topic: T; readonly event: BusEvents[T] } }[Topic];

/** Longer messages are none of ours. Signs. */
const longestMessage = 1_000_000;
const mostPresent = 10_000;
const mostMetrics = 1_000;

const id = z.guid();
const ofUser = z.object({ tenantId: id, userId: id });
const time = z.number().int();

/**
 * What an event has to look like, of those that come from other processes. Whoever can write to Redis can write what they like: an
 * event only ever makes a process ask, and one that asks for something impossible would fail again and again.
 */
const events = {
  'device.revoked': z.object({ deviceId: id }),
  // A sign-in provider of the operator’s names people as it likes.
  'sign-in.ended': z.object({ accountId: z.string().min(1).max(255) }),
  'user.changed': ofUser,
  'assignments.changed': ofUser,
  'readings.taken-back': ofUser,
  'settings.changed': z.object({ tenantId: id.nullable() }),
  'chat.changed': z.object({
    ...{ tenantId: id, changeId: id, conversationId: id, kind: z.enum(['message', 'read', 'conversation']) },
    ...{ sequence: z.number().int().min(0), userId: id.nullable() },
  }),
  'chat.typing': z.object({ tenantId: id, conversationId: id, userId: id }),
  'chat.present': z.object({ tenantId: id, processId: id, userIds: z.array(id).max(mostPresent) }),
  'call.changed': z.object({ tenantId: id, callId: id }),
  // No longer than a day, whatever somebody writes to Redis.
  'writes.refused': z.object({
    sender: z.string().min(1).max(255),
    call: z.string().min(1).max(100),
    seconds: z.number().int().min(1).max(86_400),
  }),
  'ticks.committed': ofUser.extend({
    ...{ metrics: z.array(z.string().max(100)).max(mostMetrics), fromMs: time, toMs: time },
    ...{ earliestMs: z.record(z.string().max(100), time), receivedAtMs: time },
  }),
  'latest.stored': ofUser,
} as const satisfies { readonly [T in Topic]?: z.ZodType<BusEvents[T]> };

const message = z.object({ from: id, topic: z.enum(Object.keys(events) as [keyof typeof events]), event: z.unknown() });

/** Reads a message of another process; null for what is none. */
export function busMessage(text: string): Heard | null {
  if (text.length > longestMessage) return null;
  try {
    const { from, topic, event } = message.parse(JSON.parse(text));
    return { from, topic, event: events[topic].parse(event) } as Heard;
  } catch {
    return null;
  }
}
