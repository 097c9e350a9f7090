import type { QueryClient } from '@tanstack/react-query';
import { eventsProcessor, ticksStore } from '@vigil/contract';
import { askAgain } from '#lib/endpoint-query.ts';

/** What a stream that was interrupted may have kept from a member's page: everything that readings change. */
const readingsChange = [
  ticksStore.getTicks,
  ticksStore.getAggregate,
  eventsProcessor.getFactsOverTime,
  eventsProcessor.getSleeps,
  eventsProcessor.getLatest,
] as const;

export function askAllAgain(client: QueryClient, memberId: string): void {
  for (const endpoint of readingsChange) void askAgain(client, endpoint, { params: { userId: memberId } });
}
