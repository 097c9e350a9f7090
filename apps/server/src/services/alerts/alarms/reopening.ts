import { reopenActions } from '@vigil/domain/alerts/folded';
import { belongTogether } from '@vigil/domain/alerts/related';
import type { Sql } from '#platform/postgres/database.ts';
import { type Actions, NotUndone, type UndoneAct } from '#services/factuary/actions/index.ts';
import { hasCleared } from '../live/close-what-is-over.ts';
import { overAndClosing } from '../live/firings.store.ts';
import { lockAllByActions, type StoredAlarm } from './alarms.store.ts';
import type { AlarmsDeps } from './alarms.ts';
import type { Followed } from './folding.ts';
import { answeredSince, beforeEnds, hasFiredElsewhere, hasLiveAlike, holdsNow, rulesSince } from './reopening.store.ts';

export interface ReopeningDeps extends Pick<AlarmsDeps, 'keep' | 'heldAmong'> {
  readonly close: Actions['close'];
}

/**
 * Something that was done to an action is being undone. Refused where somebody else has answered its alarm since, or what it is about has a new
 * action. Where it had ended the action, the alarm goes on where it was.
 */
export function createReopening({ keep, heldAmong, close }: ReopeningDeps) {
  return async (sql: Sql, tenantId: string, act: UndoneAct): Promise<() => Promise<void>> => {
    const { actionId, userId, byId, atMs, reopens } = act;
    const { alarms, nowSeconds } = await lockAllByActions(sql, tenantId, [actionId]);
    const answeredBy = await answeredSince(sql, tenantId, actionId, atMs, byId);
    if (answeredBy !== null) throw new NotUndone({ because: 'acted', kind: 'ANSWERED', byId: answeredBy });
    if (!reopens || alarms.length === 0) return async () => {};
    await requireNoNewEpisode(sql, tenantId, act, alarms);
    const before = await beforeEnds(
      sql,
      tenantId,
      alarms.map(({ id }) => id),
    );
    const holds = await holdsNow(sql, tenantId, actionId);
    const isHeld = (await heldAmong(sql, tenantId, [userId])).has(userId);
    return async () => {
      const followed = alarms.map((alarm): Followed => {
        // One that has gone on by other actions is not restored.
        const stood = alarm.alarm.state === 'resolved' ? before.get(alarm.id) : { alarm: alarm.alarm, noted: {} };
        if (!stood) throw new NotUndone({ because: 'late' });
        const step = reopenActions(alarm, { actionIds: [actionId], before: stood, holds, isHeld }, nowSeconds);
        return { before: alarm, became: [{ step, byId }] };
      });
      await keep(sql, tenantId, followed, nowSeconds);
      // As if it had not been ended: what closes by itself does so when its alerts are over.
      for (const over of await overAndClosing(sql, tenantId, [actionId])) await close(sql, tenantId, over, hasCleared);
    };
  };
}

/** An alert that would have joined the action, had it not been ended, has opened another: whatever became of that, it stands for the alert. */
async function requireNoNewEpisode(sql: Sql, tenantId: string, act: UndoneAct, alarms: readonly StoredAlarm[]): Promise<void> {
  const refusal = new NotUndone({ because: 'opened' });
  for (const alarm of alarms) if (alarm.alarm.state === 'resolved' && (await hasLiveAlike(sql, tenantId, alarm))) throw refusal;
  if (await hasFiredElsewhere(sql, tenantId, act.actionId, act.atMs)) throw refusal;
  const rules = await rulesSince(sql, tenantId, act.userId, act.actionId, act.atMs);
  const own = rules.flatMap(({ rule, isOwn }) => (isOwn ? [rule] : []));
  const isOfEpisode = ({ rule, isOwn }: (typeof rules)[number]) =>
    !isOwn && own.some(({ category }) => category === rule.category) && belongTogether([...own, rule]);
  if (rules.some(isOfEpisode)) throw refusal;
}
