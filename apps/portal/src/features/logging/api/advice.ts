import { useQuery } from '@tanstack/react-query';
import { activities } from '@vigil/contract';
import type { Activity } from '@vigil/contract/activities.contract';
import { call } from '#lib/api.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { knownConcerns, typedValues } from '../concern.ts';
import type { LogDraft } from '../log-drafts.ts';

/** Longer nobody waits before their value is saved: the answer to saving it says the same. Milliseconds. */
const checkMs = 4_000;

/**
 * Whether a draft holds a value that is asked about before it is saved: by what is published, else by the member's own limits, which the
 * server knows. Where it cannot be asked the value is saved without.
 */
export async function callsForCare(memberId: string, draft: LogDraft): Promise<boolean> {
  const body = typedValues(draft);
  if (Object.keys(body).length === 0) return false;
  if (knownConcerns(draft).length > 0) return true;
  try {
    const options = { quiet: true, signal: AbortSignal.timeout(checkMs) };
    return (await call(activities.checkValues, { params: { userId: memberId }, body }, options)).concerns.length > 0;
  } catch {
    return false;
  }
}

/** While the rules have not looked it is asked again so often, and afterwards, since somebody may be notified later. Milliseconds. */
const everyMs = { pending: 1_000, later: 15_000 } as const;

/** What a logged value calls for and who was notified. */
export const useAdvice = (memberId: string, { id }: Pick<Activity, 'id'>) =>
  useQuery({
    ...endpointQuery(activities.getActivityAdvice, { params: { userId: memberId, activityId: id } }, { quiet: true }),
    refetchInterval: ({ state: { data } }) => (data && data.notified.state !== 'pending' ? everyMs.later : everyMs.pending),
  });
