import { type Claimed, jobStatements } from '#platform/jobs/queue.ts';
import type { OutboxChannel } from '#platform/outbox/outbox.ts';
import type { NewAlarmMessage } from './rings.store.ts';

/** A message that one process has taken on. */
export interface ClaimedMessage extends NewAlarmMessage, Claimed {
  /** The ways by which it was carried before. */
  readonly carried: readonly OutboxChannel[];
}

export const messageStatements = jobStatements<ClaimedMessage>({
  table: 'vigil.alarm_messages',
  columns: ['user_id', 'kind', 'severity'],
  doneColumn: 'carried',
});
