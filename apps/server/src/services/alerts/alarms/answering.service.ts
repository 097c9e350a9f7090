import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import type { Acknowledgement, Snooze } from '@vigil/contract/alerts-alarms.forms';
import { VigilError } from '@vigil/contract/errors';
import { type AlarmEvent, longestSnoozeSeconds } from '@vigil/domain/alerts/alarm';
import { beforeAnswer, takeNote } from '@vigil/domain/alerts/folded';
import type { People } from '#people/index.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import { alarmAnswers } from './alarm-answers.ts';
import { doneByRequest, lockById, readById, type StoredAlarm } from './alarms.store.ts';
import { type Alarms, type KeepAlarms, shown } from './alarms.ts';
import { answerableBy, notAllowed, type Responder } from './handling.ts';
import { severityWords } from './severity-words.ts';

export interface Answering {
  /** Alarms that stand, as calls show them; `userIds` null: of everybody. */
  list(tenantId: string, userIds: readonly string[] | null): Promise<AlarmAnswer[]>;
  /**
   * Throws not_found, forbidden for whoever may not handle what it is about, and conflict where it has been raised anew since it was seen,
   * or the request did something else before.
   */
  acknowledge(tenantId: string, by: Responder, alarmId: string, sent: Acknowledgement): Promise<AlarmAnswer>;
  /** Throws invalid_input for a time that its severity does not allow as well. */
  snooze(tenantId: string, by: Responder, alarmId: string, sent: Snooze): Promise<AlarmAnswer>;
}

export interface AnsweringDeps {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care'>;
  readonly actions: Pick<Actions, 'handledBy'>;
  readonly alarms: Pick<Alarms, 'standing'>;
  readonly keep: KeepAlarms;
}

type Note = AlarmEvent & { readonly kind: 'acknowledged' | 'snoozed' };

export function createAnswering({ database, people, actions, alarms, keep }: AnsweringDeps): Answering {
  async function note(tenantId: string, by: Responder, alarmId: string, sent: Acknowledgement, event: Note): Promise<AlarmAnswer> {
    const stored = await database.tenant(tenantId, async (sql) => {
      const { alarms: found, nowSeconds } = await lockById(sql, tenantId, alarmId);
      const [before] = found;
      if (!before) throw noSuchAlarm();
      const done = await doneByRequest(sql, tenantId, alarmId, sent.request_id);
      if (done) {
        if (done.kind !== event.kind || done.byId !== event.by || isForAnotherTime(before, done.at, event)) throw otherRequest();
        return before;
      }
      if (!(await answerableBy(actions, sql, tenantId, by, found)).has(alarmId)) throw notAllowed();
      const step = takeNote(before, event, nowSeconds);
      if (!step.event) return before;
      requireSeen(before, sent.version);
      requireAllowed(before, event);
      const became = [{ step, byId: by.id, requestId: sent.request_id, before: beforeAnswer(before) }];
      await keep(sql, tenantId, [{ before, became }], nowSeconds);
      const [after] = await readById(sql, tenantId, alarmId);
      return after ?? before;
    });
    const [answer] = await alarmAnswers(people, tenantId, shown(stored));
    if (!answer) throw noSuchAlarm();
    return answer;
  }

  return {
    list: async (tenantId, userIds) => alarmAnswers(people, tenantId, await alarms.standing(tenantId, userIds ?? undefined)),
    acknowledge: (tenantId, by, alarmId, sent) => note(tenantId, by, alarmId, sent, { kind: 'acknowledged', by: by.id }),
    snooze: (tenantId, by, alarmId, { seconds, ...sent }) => note(tenantId, by, alarmId, sent, { kind: 'snoozed', by: by.id, seconds }),
  };
}

/** Whether a snooze that goes on since `at` (milliseconds) ends at another time than the one that is sent. Of one that is over nobody knows. */
function isForAnotherTime({ alarm: { state, dueAt }, changedAt }: StoredAlarm, at: number, event: Note): boolean {
  const goesOn = state === 'snoozed' && Math.abs(changedAt - at) <= 2;
  if (event.kind !== 'snoozed' || !goesOn || dueAt === null) return false;
  return Math.round(dueAt - at / 1000) !== event.seconds;
}

/** What is raised anew is something else than what was seen, and stops for nobody before somebody has seen it. */
function requireSeen({ version }: StoredAlarm, seen: number): void {
  if (seen === version) return;
  throw new VigilError(
    'conflict',
    `This alert was raised again after you opened it: you saw version ${seen}, and it is now at version ${version}. Nothing was saved and it keeps ringing. Review it again.`,
    { fields: [{ field: 'version', message: `Is ${version} now` }] },
  );
}

function requireAllowed({ alarm: { severity } }: StoredAlarm, event: Note): void {
  if (event.kind !== 'snoozed' || event.seconds <= longestSnoozeSeconds[severity]) return;
  const longest = longestSnoozeSeconds[severity];
  throw new VigilError(
    'invalid_input',
    `A ${severityWords[severity].toLowerCase()} alert can be snoozed for up to ${longest / 60} minutes. It was not snoozed.`,
    {
      fields: [{ field: 'seconds', message: `At most ${longest}` }],
    },
  );
}

const otherRequest = () =>
  new VigilError('conflict', 'This request_id was already used for something else on this alert. Nothing was saved; send a new one.');
const noSuchAlarm = () => new VigilError('not_found', 'Alert not found.');
