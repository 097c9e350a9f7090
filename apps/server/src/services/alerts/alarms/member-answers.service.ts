import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import type { AnswerUndo, MemberAcknowledgement } from '@vigil/contract/alerts-alarms.forms';
import { type AnswerOutcome, type UndoOutcome, undoWithinSeconds } from '@vigil/contract/alerts-alarms.values';
import { VigilError } from '@vigil/contract/errors';
import { beforeAnswer, takeNote, undoNote } from '@vigil/domain/alerts/folded';
import type { Sql } from '#platform/postgres/database.ts';
import { alarmAnswers, namedPeople, type Person } from './alarm-answers.ts';
import { type LockedAlarms, lockOfMember, type StoredAlarm } from './alarms.store.ts';
import type { AnsweringDeps } from './answering.service.ts';
import { answersOfRequest, lastAnswers, type StoredAnswer } from './answers.store.ts';
import type { Became, Followed } from './folding.ts';
import { answerableBy, notAllowed, type Responder } from './handling.ts';

export interface MemberAnswers {
  /** Throws not_found for an alarm that is not the member's, forbidden where none may be answered, conflict for a request that did something else. */
  acknowledge(
    tenantId: string,
    by: Responder,
    userId: string,
    sent: MemberAcknowledgement,
  ): Promise<{ readonly results: { readonly id: string; readonly outcome: AnswerOutcome }[]; readonly alarms: AlarmAnswer[] }>;
  /** Throws not_found where the request answered nothing, forbidden where somebody else sent it, conflict where nothing can be undone. */
  undo(
    tenantId: string,
    by: Responder,
    userId: string,
    sent: AnswerUndo,
  ): Promise<{
    readonly results: { readonly id: string; readonly outcome: UndoOutcome; readonly by: Person | null }[];
    readonly alarms: AlarmAnswer[];
  }>;
}

/** What became of one alarm that was sent; `became` where it changes it. */
interface Answered<Outcome> {
  readonly id: string;
  readonly outcome: Outcome;
  readonly followed?: Followed;
}

export function createMemberAnswers({ database, people, actions, alarms, keep }: AnsweringDeps): MemberAnswers {
  const standing = async (tenantId: string, userId: string) => alarmAnswers(people, tenantId, await alarms.standing(tenantId, [userId]));
  const keepAll = (sql: Sql, tenantId: string, answered: readonly Answered<unknown>[], { nowSeconds }: LockedAlarms) =>
    keep(
      sql,
      tenantId,
      answered.flatMap(({ followed }) => followed ?? []),
      nowSeconds,
    );

  return {
    async acknowledge(tenantId, by, userId, { request_id: requestId, alarms: sent }) {
      const answered = await database.tenant(tenantId, async (sql) => {
        const ids = sent.map(({ id }) => id);
        const locked = await lockOfMember(sql, tenantId, userId, ids);
        const found = new Map(locked.alarms.map((alarm) => [alarm.id, alarm]));
        if (found.size < ids.length)
          throw new VigilError('not_found', 'One of these alerts isn’t this member’s. Nothing was acknowledged.');
        const done = new Map((await answersOfRequest(sql, tenantId, userId, requestId)).map((answer) => [answer.alarmId, answer]));
        if ([...done.values()].some(({ kind, byId }) => kind !== 'acknowledged' || byId !== by.id)) throw otherRequest();
        const allowed = await answerableBy(actions, sql, tenantId, by, locked.alarms);
        if (allowed.size === 0) throw notAllowed();
        const results = sent.map(({ id, version }): Answered<AnswerOutcome> => {
          if (done.has(id)) return { id, outcome: 'acknowledged' };
          if (!allowed.has(id)) return { id, outcome: 'not_allowed' };
          return acknowledged(found.get(id) as StoredAlarm, version, { byId: by.id, requestId, nowSeconds: locked.nowSeconds });
        });
        await keepAll(sql, tenantId, results, locked);
        return results;
      });
      return { results: answered.map(({ id, outcome }) => ({ id, outcome })), alarms: await standing(tenantId, userId) };
    },

    async undo(tenantId, by, userId, { request_id: requestId, undoes }) {
      const answered = await database.tenant(tenantId, async (sql) => {
        const answers = await answersOfRequest(sql, tenantId, userId, undoes);
        if (answers.length === 0)
          throw new VigilError('not_found', 'There is nothing to undo: no alert of this member was answered by that request.');
        if (answers.some(({ byId }) => byId !== by.id))
          throw new VigilError('forbidden', 'Only the person who acknowledged or snoozed an alert can undo it. Nothing was changed.');
        const locked = await lockOfMember(
          sql,
          tenantId,
          userId,
          answers.map(({ alarmId }) => alarmId),
        );
        const last = await lastAnswers(
          sql,
          tenantId,
          locked.alarms.map(({ id }) => id),
        );
        const found = new Map(locked.alarms.map((alarm) => [alarm.id, alarm]));
        const done = new Map((await answersOfRequest(sql, tenantId, userId, requestId)).map((answer) => [answer.alarmId, answer]));
        if ([...done.values()].some(({ kind, byId }) => kind !== 'undone' || byId !== by.id)) throw otherRequest();
        if (answers.some(({ alarmId, sequence }) => (done.get(alarmId)?.sequence ?? sequence) < sequence)) throw otherRequest();
        const results = answers.flatMap((answer) => {
          const alarm = found.get(answer.alarmId);
          const newest = last.get(answer.alarmId);
          if (!alarm || !newest) return [];
          if (done.has(alarm.id)) return [{ id: alarm.id, outcome: 'undone' as const, byId: null }];
          return [
            {
              byId: newest.byId === by.id ? null : newest.byId,
              ...undone(alarm, answer, newest, { byId: by.id, requestId, nowSeconds: locked.nowSeconds }),
            },
          ];
        });
        await keepAll(sql, tenantId, results, locked);
        return results;
      });
      const named = await namedPeople(
        people,
        tenantId,
        answered.map(({ byId }) => byId),
      );
      const results = answered.map(({ id, outcome, byId }) => ({ id, outcome, by: named.get(byId ?? '') ?? null }));
      if (results.every(({ outcome }) => outcome !== 'undone')) throw notUndone(results);
      return { results, alarms: await standing(tenantId, userId) };
    },
  };
}

interface Answerer {
  readonly byId: string;
  readonly requestId: string;
  readonly nowSeconds: number;
}

const followed = (
  before: StoredAlarm,
  step: Became['step'],
  { byId, requestId }: Answerer,
  more: Pick<Became, 'before'> = {},
): Followed => ({
  before,
  became: [{ step, byId, requestId, ...more }],
});

function acknowledged(alarm: StoredAlarm, seen: number, who: Answerer): Answered<AnswerOutcome> {
  const {
    id,
    alarm: { state },
  } = alarm;
  const step = takeNote(alarm, { kind: 'acknowledged', by: who.byId }, who.nowSeconds);
  if (!step.event) return { id, outcome: state === 'acknowledged' ? 'already' : 'over' };
  if (seen !== alarm.version) return { id, outcome: 'changed' };
  return { id, outcome: 'acknowledged', followed: followed(alarm, step, who, { before: beforeAnswer(alarm) }) };
}

function undone(alarm: StoredAlarm, answer: StoredAnswer, newest: StoredAnswer, who: Answerer): Answered<UndoOutcome> {
  const { id } = alarm;
  if (newest.sequence !== answer.sequence || alarm.alarm.by !== who.byId || !answer.before) return { id, outcome: 'changed' };
  if (who.nowSeconds - answer.at / 1000 > undoWithinSeconds) return { id, outcome: 'late' };
  const step = undoNote(alarm, answer.before, who.nowSeconds);
  return step.event ? { id, outcome: 'undone', followed: followed(alarm, step, who) } : { id, outcome: 'changed' };
}

function notUndone(results: readonly { readonly outcome: UndoOutcome; readonly by: Person | null }[]): VigilError {
  const other = results.find(({ by }) => by !== null)?.by;
  if (other)
    return new VigilError(
      'conflict',
      `${other.firstName} ${other.lastName} has acted on this alert since. It wasn’t undone; see who has it now.`,
    );
  if (results.some(({ outcome }) => outcome === 'late'))
    return new VigilError(
      'conflict',
      `More than ${undoWithinSeconds} seconds have passed, so this can’t be undone. The alert is still yours.`,
    );
  return new VigilError('conflict', 'This alert has changed since, so there is nothing to undo. Look at how it stands now.');
}

const otherRequest = () =>
  new VigilError('conflict', 'Something else was done under this request_id before. Nothing was changed; send a new one.');
