import { expect, test } from 'vitest';
import { attentionPanel, shownPanel } from './panels.ts';

const fixed = { id: 'defaultPanel', name: 'Default Panel', measures: [{ measureId: 'age', measureName: 'Age' }] };
const own = { id: 'mine', name: 'Heart', measures: [{ measureId: 'rmssd', measureName: 'HRV' }] };

test.each<[string, Parameters<typeof shownPanel>, string | undefined]>([
  ['who never selected one sees who needs attention', ['', undefined, undefined], attentionPanel],
  ['what was selected last', ['', 'mine', [fixed, own]], 'mine'],
  ['the address before what was selected last', ['defaultPanel', 'mine', [fixed, own]], 'defaultPanel'],
  ['the Default Panel needs no answer', ['defaultPanel', undefined, undefined], 'defaultPanel'],
  ['one of one’s own waits for the answer', ['mine', undefined, undefined], undefined],
  ['one that is no longer there gives way to the Default Panel', ['gone', undefined, [fixed, own]], 'defaultPanel'],
  ['so does a selected one', ['', 'gone', [fixed, own]], 'defaultPanel'],
])('%s', (_name, given, expected) => expect(shownPanel(...given)?.id).toBe(expected));

test('only one’s own can be changed, and the built-in one has no measures', () => {
  expect(shownPanel('mine', undefined, [fixed, own])).toMatchObject({ set: own, measures: [{ id: 'rmssd' }] });
  expect(shownPanel('defaultPanel', undefined, [fixed, own])).toMatchObject({ set: null, measures: [{ id: 'age' }] });
  expect(shownPanel('attention', undefined, [fixed, own])).toEqual({ id: 'attention', set: null, measures: null });
});
