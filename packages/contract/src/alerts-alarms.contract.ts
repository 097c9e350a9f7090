import { alarmStates } from '@vigil/domain/alerts/alarm';
import { severities } from '@vigil/domain/alerts/rule';
import * as z from 'zod';
import { access } from './access.ts';
import { ruleSubject } from './alerts.forms.ts';
import { acknowledgement, answerUndo, memberAcknowledgement, snooze } from './alerts-alarms.forms.ts';
import { answerOutcomes, undoOutcomes } from './alerts-alarms.values.ts';
import { endpoint } from './endpoint.ts';
import { commaList, id } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number();
const person = z.object({ id, firstName: z.string(), lastName: z.string() });

/** A rule that an alarm stands for beside the one that it is told by. `holds` null: nobody knows, for the data stopped. */
export const alsoFolded = z.object({
  title: z.string(),
  severity: z.enum(severities),
  holds: z.boolean().nullable(),
  /** A more severe rule says more of the same. */
  isCovered: z.boolean(),
  /** Nobody has acknowledged or snoozed the alarm since it began, whether it holds or has cleared. */
  isUnanswered: z.boolean(),
});

/** An alarm that stands: it asks for somebody, somebody has it, or its condition has cleared and nobody has ended its actions. */
export const alarm = z
  .object({
    id,
    userId: id,
    title: z.string(),
    /** The other rules whose alerts belong to it, the worst first. */
    also: z.array(alsoFolded),
    subject: ruleSubject,
    ruleIds: z.array(id),
    actionIds: z.array(id),
    state: z.enum(alarmStates),
    severity: z.enum(severities),
    /** How far up the chain of those who are asked, from 0. */
    level: z.number().int(),
    /** False: its data have stopped, and nobody knows whether it still holds. */
    isJudged: z.boolean(),
    /** What was measured last. */
    measured: z.number().nullable(),
    /** Who acknowledged or snoozed it, whoever was first. */
    by: person.nullable(),
    raisedAt: milliseconds,
    changedAt: milliseconds,
    /** When it goes on by itself: up the chain, or a snooze or an acknowledgement is over. */
    dueAt: milliseconds.nullable(),
    /** Seconds for which it can be snoozed at most. */
    longestSnooze: z.number().int(),
    /** To be sent back with what is done about it. */
    version: z.number().int(),
  })
  .meta({ id: 'Alarm' });
export type AlarmAnswer = z.output<typeof alarm>;

const alarms = '/alerts/api/v1/alarms';
const params = z.object({ alarmId: id });
const done = access.careWork({ param: 'alarmId', owner: 'alarm', write: true });

export const listAlarms = endpoint({
  id: 'alertsAlarms.list',
  service: 'alerts',
  method: 'GET',
  path: alarms,
  summary: 'Open alerts of members whom the caller may see, or of these members; those that nobody has acknowledged first',
  access: access.clinicalStaffListMembers(),
  query: z.object({ user_id: commaList(id.toLowerCase()).optional() }),
  response: z.array(alarm),
});

export const acknowledgeAlarm = endpoint({
  id: 'alertsAlarms.acknowledge',
  service: 'alerts',
  method: 'POST',
  path: `${alarms}/{alarmId}/acknowledge`,
  summary: 'Acknowledge an alert, which stops it for everybody. One that somebody has acknowledged is answered with who did, unchanged',
  access: done,
  params,
  body: acknowledgement,
  response: alarm,
  errors: ['not_found', 'conflict'],
});

export const snoozeAlarm = endpoint({
  id: 'alertsAlarms.snooze',
  service: 'alerts',
  method: 'POST',
  path: `${alarms}/{alarmId}/snooze`,
  summary: 'Snooze an alert, for no longer than its severity allows: what gets worse is raised all the same',
  access: done,
  params,
  body: snooze,
  response: alarm,
  errors: ['not_found', 'conflict'],
});

const ofMember = '/alerts/api/v1/users/{userId}/alarms';

export const acknowledgeMember = endpoint({
  id: 'alertsAlarms.acknowledgeMember',
  service: 'alerts',
  method: 'POST',
  path: `${ofMember}/acknowledge`,
  summary:
    'Acknowledge all alerts of a member that a screen shows, in one call. One that was raised anew or got worse since it was read is left out and keeps ringing. 403 where the caller may handle none of them',
  access: access.writeAboutMember('userId'),
  params: z.object({ userId: id }),
  body: memberAcknowledgement,
  response: z.object({
    /** One for each alarm that was sent, in that order. */
    results: z.array(z.object({ id, outcome: z.enum(answerOutcomes) })),
    /** Every alarm of the member that stands now. */
    alarms: z.array(alarm),
  }),
  errors: ['not_found', 'conflict'],
});

export const undoAnswer = endpoint({
  id: 'alertsAlarms.undo',
  service: 'alerts',
  method: 'POST',
  path: `${ofMember}/undo`,
  summary:
    'Undo acknowledging or snoozing, within a minute and as long as nobody else has acted on the alert: it asks again and escalates from where it was. 409 where no alert could be undone, and why',
  access: access.writeAboutMember('userId'),
  params: z.object({ userId: id }),
  body: answerUndo,
  response: z.object({
    /** One for each alarm that the request had answered; `by`: who has acted on it since. */
    results: z.array(z.object({ id, outcome: z.enum(undoOutcomes), by: person.nullable() })),
    alarms: z.array(alarm),
  }),
  errors: ['not_found', 'conflict'],
});
