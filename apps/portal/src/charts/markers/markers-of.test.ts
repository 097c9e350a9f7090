import type { Prescription } from '@vigil/contract/fhir-records.contract';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import '#lib/i18n.ts';
import { markersOfPrescriptions, markersOfTimeline } from './markers-of.ts';
import './messages.ts';
import type { WriteMarker } from './messages.ts';

let write: WriteMarker;
beforeAll(() => {
  write = i18next.getFixedT('en', 'markers');
});

const nora = { id: 'n', firstName: 'Nora', lastName: 'Nurse', title: null, photoUrl: null, roles: ['nurse'], isInTheTenant: true };
const at = Date.parse('2026-11-22T05:30:00Z');
const entry = (over: object) =>
  ({
    ...{ id: 'e', kind: 'ACTION', at, clinician: null, teamType: null, assignmentType: null, careTeam: null, task: null, action: null },
    ...{ alert: null, call: null, note: null, messages: null, survey: null, reading: null, program: null, executedBy: nora },
    ...over,
  }) as TimelineEntry;
const action = (over: object) => ({
  action: {
    ...{ action_id: 'a', category: 'BIOMETRICS', event: 'OPENED', status: 'OPEN', title: 'SpO2 low', priority: 'HIGH', values: [] },
    ...{ triggeredAt: at - 60_000, note: null, intervention: null, undone: false },
    ...over,
  },
});
const reading = (over: object) => ({
  reading: {
    ...{ activity_id: 'r', activityType: 'LOGGING_MEDICATION', status: 'COMPLETED', title: 'Metoprolol', description: null, values: [] },
    ...{ loggedAt: at, takenBack: null },
    ...over,
  },
});
const note = (over: object) => ({ note: { note_id: 'n', text: 'Called', isAmendment: false, reason: null, isReplaced: false, ...over } });
const call = (over: object) => ({ clinician: nora, call: { isVideoCall: false, endResult: 'COMPLETED', duration: 100_000, ...over } });
const [seconds, opened] = [at / 1000, at / 1000 - 60];

test.each([
  ['an alert, when the rule saw it', action({}), { kind: 'alert', at: opened, title: 'SpO2 low', severity: 'HIGH', opens: 'actions' }],
  ['what joined an alert, by its own name', action({ event: 'JOINED', note: 'Pulse high' }), { kind: 'alert', title: 'Pulse high' }],
  [
    'an intervention, when it was made',
    action({ event: 'INTERVENED', note: 'Fine' }),
    { kind: 'intervention', at: seconds, detail: 'Fine' },
  ],
  ['a note', note({}), { kind: 'note', title: 'Called', who: 'Nora Nurse', opens: 'notes' }],
  ['a dose that was taken', reading({}), { kind: 'medication', title: 'Metoprolol taken', opens: 'log' }],
  ['a dose that was left out', reading({ status: 'SKIPPED' }), { title: 'Metoprolol skipped' }],
  ['a call, and how long it was', call({}), { kind: 'call', title: 'Call with Nora Nurse', detail: '2 minutes', opens: 'calls' }],
  ['a call that nobody took', call({ isVideoCall: true, duration: null }), { title: 'Video call with Nora Nurse', detail: 'Not answered' }],
])('%s is marked', (_, over, expected) => expect(markersOfTimeline([entry(over)], write)).toMatchObject([expected]));

test.each([
  ['an action that no rule opened', action({ triggeredAt: null })],
  ['an intervention that was undone', action({ event: 'INTERVENED', undone: true })],
  ['other steps of an action', action({ event: 'ASSIGNED' })],
  ['a note that a later version replaced', note({ isReplaced: true })],
  ['a dose that was taken back', reading({ takenBack: { at, by: null, reason: null } })],
  ['what was measured: the charts have it', reading({ activityType: 'LOGGING_WEIGHT' })],
  ['a task', { task: { type: 'CHART_REVIEW', seconds: 60 } }],
])('%s is not', (_, over) => expect(markersOfTimeline([entry(over)], write)).toEqual([]));

const prescription = (over: object) =>
  ({
    id: 'p',
    name: 'Metoprolol 50 mg',
    dosage: ['1 in the morning'],
    prescriber: 'Dr. Ash',
    doNotTake: false,
    from: null,
    to: null,
    ...over,
  }) as Prescription;

test('a prescription is marked where it begins and ends, a day without a time at the member’s midnight', () =>
  expect(
    markersOfPrescriptions([prescription({ from: '2026-11-20', to: '2026-11-22T10:00:00Z' })], 'America/Los_Angeles', write),
  ).toMatchObject([
    { title: 'Metoprolol 50 mg started', at: Date.parse('2026-11-20T08:00:00Z') / 1000, isWholeDay: true, detail: '1 in the morning' },
    { title: 'Metoprolol 50 mg ended', at: Date.parse('2026-11-22T10:00:00Z') / 1000, who: 'Dr. Ash' },
  ]));

test('a date without its day stands nowhere on a chart, and what is not to be taken is no medication', () =>
  expect(
    markersOfPrescriptions([prescription({ from: '2026-11' }), prescription({ from: '2026-11-20', doNotTake: true })], 'UTC', write),
  ).toEqual([]));
