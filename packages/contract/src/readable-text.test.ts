import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changedRule } from './alerts.forms.ts';
import { changedAction, newAction } from './factuary-actions.forms.ts';
import { sentCohort } from './factuary-cohorts.forms.ts';
import { newProgram } from './factuary-programs.forms.ts';
import { surveyDraft } from './factuary-surveys.forms.ts';
import { sentPanelSet } from './metaresources.forms.ts';
import { accountEdit, newDevice } from './registry.forms.ts';
import { newTeam } from './registry-teams.forms.ts';
import { newInvitation } from './user-admin.forms.ts';

const id = randomUUID();
const named: readonly [string, (title: string) => { success: boolean }][] = [
  ['an action', (title) => newAction.safeParse({ action_id: id, user_id: id, action_category: 'SURVEY', title })],
  ['a changed action', (title) => changedAction.safeParse({ action_id: id, version: 1, title })],
  ['a cohort', (title) => sentCohort.safeParse({ title, type: 'custom', json_conditions: [{ fact: 'age', gte: 20 }] })],
  ['a program', (title) => newProgram.safeParse({ id, name: title, title: 'Sleep', modules: [] })],
  [
    'a step',
    (title) => newProgram.safeParse({ id, name: 'S', title: 'S', modules: [{ name: 'M', steps: [{ type: 'pledge', title, day: 0 }] }] }),
  ],
  ['a team', (name) => newTeam.safeParse({ id, name, clinicianIds: [] })],
  ['a panel', (name) => sentPanelSet.safeParse({ name, measures: [{ measureId: 'age' }] })],
  ['a device', (label) => newDevice.safeParse({ label })],
  ['somebody', (firstName) => accountEdit.safeParse({ personalInfo: { firstName } })],
  ['somebody who is invited', (givenName) => newInvitation.safeParse({ email: 'a@test.example', familyName: 'A', givenName })],
  ['a survey', (name) => surveyDraft.safeParse({ id, revision: 0, name, intake: false, content: { title: 'T', questions: [] } })],
  [
    'a rule',
    (title) => ({
      success: !changedRule.safeParse({ revision: 1, title, definition: {} }).error?.issues.some(({ path }) => path[0] === 'title'),
    }),
  ],
];

test.each(named)('%s is called something that can be read, on one line', (_, called) => {
  expect(called('Müller’s round · 5 °C, עברית').success).toBe(true);
  for (const title of ['\u200b\u2060', '\u3164', 'Ward\nAda Admin', 'Ward \u202edraW', 'Ward\u2028Ada', 'a\u0000b', 'a\ud800'])
    expect(called(title).success, JSON.stringify(title)).toBe(false);
});

test('what is said in several lines is kept so, and has to be something', () => {
  const said = (note: string) => changedAction.safeParse({ action_id: id, version: 1, note }).success;
  expect([said('Called.\nNobody answered.'), said('\u200b')]).toEqual([true, false]);
});
