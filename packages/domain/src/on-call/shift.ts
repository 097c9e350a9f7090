import { type Cover, type OnCallSpan, onCallBetween, type Rota } from './rota.ts';

/** The time on call of somebody for one role. Unix seconds, the end exclusive. */
export interface StaffShift {
  /** When it began that goes on, or else the last one that has ended; null where there was none within a day. */
  readonly from: number | null;
  /** When it ends, or ended. */
  readonly until: number | null;
  readonly isNow: boolean;
  /** Who else is on call first from its end on, or from now on where it has ended; null where nobody is within two days. */
  readonly next: Pick<OnCallSpan, 'userIds' | 'from'> | null;
}

const daySeconds = 86_400;

/**
 * Somebody's shift at a moment, and who comes after it. Stretches that follow each other are one shift; of one that began more than a
 * day ago, a day is known.
 */
export function shiftOf(rota: Rota | null, covers: readonly Cover[], staffId: string, nowSeconds: number): StaffShift {
  const spans = onCallBetween(rota, covers, nowSeconds - daySeconds, nowSeconds + 2 * daySeconds);
  const isOwn = (span: OnCallSpan | undefined) => span?.userIds.includes(staffId) === true;
  const last = spans.findLastIndex((span) => span.from <= nowSeconds && isOwn(span));
  const own = spans[last];
  let [first, end] = [last, last];
  while (isOwn(spans[first - 1])) first -= 1;
  while (isOwn(spans[end + 1])) end += 1;
  const until = spans[end]?.until ?? null;
  const isNow = own !== undefined && nowSeconds < own.until;
  const nextFrom = isNow && until !== null ? until : nowSeconds;
  const next = spans
    .filter((span) => span.until > nextFrom)
    .map(({ userIds, from }) => ({ userIds: userIds.filter((id) => id !== staffId), from: Math.max(from, nextFrom) }))
    .find(({ userIds }) => userIds.length > 0);
  return { from: own ? (spans[first]?.from ?? null) : null, until, isNow, next: next ?? null };
}
