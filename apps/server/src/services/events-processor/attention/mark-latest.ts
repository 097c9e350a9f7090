import { findOutOfRange, noLimits } from '@vigil/domain/alerts/out-of-range';
import { isMetricId } from '@vigil/domain/metrics/catalogue';
import { isJudged, memberStatus } from '@vigil/domain/status/account-status';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Latest } from '../queries/latest.ts';
import type { ReadLimits } from './limits.ts';

type ReadLatest = (tenantId: string, userId: string, metrics: readonly string[] | undefined) => Promise<Latest>;

export type ReadMarkedLatest = (
  ...asked: [
    ...Parameters<ReadLatest>,
    reader: { /** It is read by the member: what becomes of an alert is the care team's. */ readonly isOwn: boolean },
  ]
) => Promise<Latest>;

interface MarkLatestDeps {
  readonly people: { readonly accounts: Pick<People['accounts'], 'user'> };
  readonly latest: ReadLatest;
  readonly limits: ReadLimits;
  readonly clock: Clock;
}

/** The newest readings of a member, each marked where it is beyond a limit of the member's own rules; none of whoever has left. */
export function markLatest({ people, latest, limits, clock }: MarkLatestDeps): ReadMarkedLatest {
  return async (tenantId, userId, metrics, { isOwn }) => {
    // Whether somebody was walking is known by the steps, whatever was asked for.
    const [found, ofMember, account] = await Promise.all([
      latest(tenantId, userId, metrics && [...metrics, 'steps']),
      limits(tenantId).then(({ of }) => of([userId])),
      people.accounts.user(tenantId, userId),
    ]);
    const limitsNow = account && isJudged(memberStatus(account)) ? ofMember(userId) : noLimits;
    const now = clock.now() / 1000;
    const marked = Object.entries(found.latest)
      .filter(([metric]) => metrics === undefined || metrics.includes(metric))
      .map(([metric, value]) => {
        const outOfRange = isMetricId(metric) ? findOutOfRange(metric, found.latest, limitsNow, now) : null;
        return [metric, { ...value, ...(outOfRange && { outOfRange: isOwn ? { ...outOfRange, ...untold } : outOfRange }) }] as const;
      });
    return { ...found, latest: Object.fromEntries(marked) };
  };
}

const untold = { alert: 'none', alertSince: null } as const;
