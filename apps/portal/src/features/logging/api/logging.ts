import type { ReceivedOf } from '@vigil/contract';
import { activities, blob, compliance, foodLogs, ticksStoreTakenBack } from '@vigil/contract';
import type { postActivity } from '@vigil/contract/activities.contract';
import type { ApiError } from '@vigil/contract/client';
import { call } from '#lib/api.ts';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';
import { type LogDraft, logDrafts } from '../log-drafts.ts';
import { activityOf, dayOf } from '../to-activity.ts';

/** What was logged from a day (MM-dd-yyyy) on. Whoever asks shows the failure. */
export const loggedQuery = (userId: string, from: string) =>
  endpointQuery(activities.listActivities, { params: { userId }, query: { from, size: 1_000 } }, { quiet: true });

/** What was typed in elsewhere on two days and all between (MM-dd-yyyy). Whoever asks shows the failure. */
export const readingsByHandQuery = (userId: string, from: string, to: string) =>
  endpointQuery(activities.listReadingsByHand, { params: { userId }, query: { from, to } }, { quiet: true });

/** An activity as it is answered when it is logged: with what its values call for. */
export type SavedActivity = ReceivedOf<typeof postActivity>;

const touches = [activities.listActivities, foodLogs.getFoodLogs, compliance.getCompliance] as const;

/**
 * Sends a draft, and keeps what became of it: it is on screen at once, says so until it is stored, and a failure takes nothing
 * away. What is sent twice is stored once.
 */
export function useLogActivity(memberId: string, zone: string, onSaved: (activity: SavedActivity) => void): (draft: LogDraft) => void {
  const { mutateAsync } = useEndpointMutation(activities.postActivity, { touches, quiet: true });
  return (draft) => {
    logDrafts.put(memberId, { ...draft, state: 'saving', failure: null });
    // Not with callbacks of `mutate`: of several that are on their way only those of the last one would be called.
    mutateAsync({ params: { userId: memberId }, query: { from: dayOf(draft), tz: zone }, body: activityOf(draft) }).then(
      (activity) => {
        logDrafts.remove(memberId, draft.id);
        onSaved(activity);
      },
      ({ code }: ApiError) => logDrafts.put(memberId, { ...draft, state: 'failed', failure: code }),
    );
  };
}

export const useTakeBack = () => useEndpointMutation(activities.takeBackActivity, { touches, quiet: true });

/** Takes back what was typed in elsewhere. */
export const useTakeReadingBack = () =>
  useEndpointMutation(ticksStoreTakenBack.takeTicksBack, { touches: [activities.listReadingsByHand], quiet: true });

/** Sends a photo of a meal; answers its path. */
export async function sendMealPhoto(userId: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const tenantId = session.get()?.tenant.tenant_ID ?? '';
  return (await call(blob.uploadMealPhoto, { params: { tenantId, userId }, body }, { quiet: true })).url;
}
