import { expect, test } from 'vitest';
import type { ClinicalResource } from './clinical-resource.ts';
import { type BroughtIn, becomes } from './records.rules.ts';

const stored: ClinicalResource = {
  resourceType: 'Condition',
  origin: 'file',
  originId: '1',
  status: 'active',
  codes: ['http://snomed.info/sct|49436004'],
  isInError: false,
  when: { fromMs: 0, toMs: 1 },
  content: { code: { text: 'Atrial fibrillation' }, clinicalStatus: { text: 'active' } },
  originUpdatedMs: 1_000,
};
const resolved = { ...stored.content, clinicalStatus: { text: 'resolved' } };

test.each<[string, Partial<ClinicalResource>, boolean, BroughtIn]>([
  ['the same again', {}, false, 'unchanged'],
  [
    'the same with its elements in another order',
    { content: { clinicalStatus: { text: 'active' }, code: { text: 'Atrial fibrillation' } } },
    false,
    'unchanged',
  ],
  ['a newer one', { content: resolved, originUpdatedMs: 2_000 }, false, 'changed'],
  ['one that does not say how old it is', { content: resolved, originUpdatedMs: null }, false, 'changed'],
  ['an older one', { content: resolved, originUpdatedMs: 500 }, false, 'older'],
  ['another thing under the same id of a file', { codes: ['x|1'], content: { code: { text: 'Asthma' } } }, false, 'another'],
  ['another code under the same id of a server', { codes: ['x|1'], content: { code: { text: 'Asthma' } } }, true, 'changed'],
  ['word that it was an error, without any code', { codes: [], isInError: true, content: {} }, false, 'changed'],
])('%s', (_name, over, trustsIds, expected) => expect(becomes(stored, { ...stored, ...over }, { trustsIds })).toBe(expected));

test('one that was never there is new', () => expect(becomes(undefined, stored, { trustsIds: false })).toBe('new'));
