import { expect, test } from 'vitest';
import { checked, emptyDraft, emptyModule, emptyStep, isSameDraft, moved, type ProgramDraft, type StepDraft } from './program-draft.ts';

const step = (over: Partial<StepDraft> = {}): StepDraft => ({ ...emptyStep('insight'), title: 'Light', text: 'Go outside', ...over });
const draft = (over: Partial<ProgramDraft> = {}, steps: StepDraft[] = [step()]): ProgramDraft => ({
  ...emptyDraft('00000000-0000-4000-8000-000000000001'),
  ...{ name: 'Sleep', title: 'Sleep well', modules: [{ ...emptyModule(), name: 'One', steps }] },
  ...over,
});

test('days are typed from 1 and sent from 0, and what is left empty is the server’s to fill', () => {
  const { sent } = checked(draft({}, [step({ day: '3' }), step({ type: 'pledge', text: '', times: '5', expires: '20' })]));
  expect(sent?.modules[0]?.steps).toMatchObject([
    { type: 'insight', day: 2, expires_after_days: null, times: null, survey_id: null },
    { type: 'pledge', day: 0, expires_after_days: 20, times: 5 },
  ]);
});

test.each<[string, ProgramDraft, string]>([
  ['no title', draft({ title: ' ' }), 'title'],
  ['no name of a module', draft({ modules: [emptyModule()] }), 'modules.0.name'],
  ['an insight without text', draft({}, [step({ text: '' })]), 'modules.0.steps.0.text'],
  ['no day', draft({}, [step({ day: '' })]), 'modules.0.steps.0.day'],
  ['a day that is no number', draft({}, [step({ day: 'x' })]), 'modules.0.steps.0.day'],
  ['half a day', draft({}, [step({ day: '1.5' })]), 'modules.0.steps.0.day'],
  ['a survey without its id', draft({}, [step({ type: 'survey', surveyId: ' ' })]), 'modules.0.steps.0.survey_id'],
])('%s is a fault of its field', (_name, given, field) => expect([...(checked(given).faults ?? [])]).toContain(field));

test('drafts with other keys and the same words are the same', () => {
  expect(isSameDraft(draft(), draft())).toBe(true);
  expect(isSameDraft(draft(), draft({ description: 'More' }))).toBe(false);
});

test.each<[number, -1 | 1, string]>([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
])('moving place %d by %d', (from, by, expected) => expect(moved([...'abc'], from, by).join('')).toBe(expected));
