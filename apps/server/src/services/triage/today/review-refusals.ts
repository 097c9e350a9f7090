import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import { reviewableBy } from './may.ts';
import type { ReviewRow } from './reviews.store.ts';
import type { Standing } from './standing.ts';
import type { TodayViewer } from './viewer.ts';

/** Told to whoever marks a member as reviewed after somebody else: who was first and when, and that their own reason was not kept. */
export async function alreadyReviewed(
  people: Pick<People, 'care'>,
  viewer: Pick<TodayViewer, 'tenantId' | 'id'>,
  { byId, at }: Pick<ReviewRow, 'byId' | 'at'>,
  nowMs: number,
): Promise<VigilError> {
  const isOwn = byId === viewer.id;
  const [person] = isOwn ? [] : await people.care.named(viewer.tenantId, [byId]);
  const who = isOwn ? 'You' : person ? `${person.givenName} ${person.familyName}`.trim() : 'Someone else';
  const message = `${who} already marked this member as reviewed ${agoInWords(nowMs - at)}${isOwn ? ' with another reason' : ''}. Your reason wasn’t saved. To use yours, undo the review first.`;
  return new VigilError('conflict', message, { fields: [{ field: 'reason', message }] });
}

/** A review is over at midnight: it is never older than a day. */
function agoInWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** The row is another than the one that was looked at. */
export const changedSince = () =>
  new VigilError(
    'conflict',
    'Something about this member has changed since you looked. Nothing was put aside; look at the row as it is now and decide anew.',
  );

/** Throws where the viewer may not put the row aside as it stands, and says what to do first. */
export function requireReviewable(viewer: TodayViewer, standing: Standing): void {
  const answer = reviewableBy(viewer, standing);
  if (answer === 'unacknowledged')
    throw new VigilError(
      'conflict',
      'This member has a critical or high alert that nobody has acknowledged. Acknowledge it first, then mark the member as reviewed. Nothing was changed.',
    );
  if (answer === 'critical_open')
    throw new VigilError(
      'conflict',
      'This member has a critical action that is still open, such as a survey answer. Log what you did about it first. Nothing was changed.',
    );
  if (answer === 'not_allowed')
    throw new VigilError(
      'forbidden',
      'Your role doesn’t handle everything that’s open for this member, so you can’t mark the member as reviewed. Nothing was changed.',
    );
}
