import type { PushContent, PushContentType } from '@vigil/contract/notification.values';
import type { StoredPush } from './notification.store.ts';

/** What a role stream says: it stands on screens that several people look at, so it names nobody and holds no value. */
const roleDescriptions: Readonly<Record<PushContentType, string>> = {
  ACTION: 'An action has changed.',
  CALENDAR_EVENT: 'The calendar has changed.',
  MESSAGE: 'There is a new message.',
  SYSTEM: 'The session has changed.',
};

/** A push as a server-sent event. `shared`: for a role stream. */
export function messageOf({ contentType, description, id, patientId, position }: StoredPush, shared: boolean): string {
  const content = { id, patientId, description: shared ? roleDescriptions[contentType] : description };
  return `id: ${position}\n${dataOf(contentType, content)}`;
}

/** The last message of a stream whose session is over. It has no position: whoever signs in anew catches up from the one before. */
export function sessionEndedMessage(id: string): string {
  return dataOf('SYSTEM', { id, patientId: null, description: 'Your session has ended.' });
}

function dataOf(contentType: PushContentType, content: PushContent): string {
  return `data: ${JSON.stringify({ contentType, content: JSON.stringify(content) })}\n\n`;
}
