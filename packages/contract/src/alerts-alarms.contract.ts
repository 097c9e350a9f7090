import { alarmStates } from '@vigil/domain/alerts/alarm';
import { severities } from '@vigil/domain/alerts/rule';
import * as z from 'zod';
import { access } from './access.ts';
import { ruleSubject } from './alerts.forms.ts';
import { acknowledgement, snooze } from './alerts-alarms.forms.ts';
import { endpoint } from './endpoint.ts';
import { commaList, id } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number();

/** An alarm that stands: it asks for somebody, somebody has it, or its condition has cleared and nobody has ended its actions. */
export const alarm = z
  .object({
    id,
    userId: id,
    title: z.string(),
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
    by: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
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
  summary: 'Alarms that stand, of whom the caller may see, or of these members; those that ask for somebody first',
  access: access.clinicalStaffListMembers(),
  query: z.object({ user_id: commaList(id.toLowerCase()).optional() }),
  response: z.array(alarm),
});

export const acknowledgeAlarm = endpoint({
  id: 'alertsAlarms.acknowledge',
  service: 'alerts',
  method: 'POST',
  path: `${alarms}/{alarmId}/acknowledge`,
  summary: 'Take an alarm on, which stops it for everybody. One that somebody has already is answered with who it is, unchanged',
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
  summary: 'Put an alarm off, for no longer than its severity allows: what gets worse rings all the same',
  access: done,
  params,
  body: snooze,
  response: alarm,
  errors: ['not_found', 'conflict'],
});
