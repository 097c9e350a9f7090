import type { Call } from '@vigil/contract/calls.contract';
import { endResults } from '@vigil/contract/calls.values';
import { expect, test } from 'vitest';
import { clockOf, endKey, nextKey, resultKey, stateKey } from './call-words.ts';
import en from './messages.en.json';
import es from './messages.es.json';

const ended = (endResult: Call['endResult'], detail: Call['callLog']['detail'] = null) =>
  ({ endResult, callee: { userId: 'callee' }, callLog: { detail } }) as Call;

test('every way to end has words for both sides, in both languages, and for the log', () => {
  for (const endResult of endResults)
    for (const reader of ['caller', 'callee'])
      for (const { ended: texts, result, next } of [en, es]) {
        const call = ended(endResult);
        expect(texts).toHaveProperty(endKey(call, reader) ?? 'none');
        expect(result).toHaveProperty(resultKey(call));
        const todo = nextKey(call);
        if (todo !== null) expect(next).toHaveProperty(todo);
      }
});

test.each([
  ['nobody answered', ended('no_answer'), 'no_answer', 'no_answerMissed'],
  ['hung up before', ended('canceled'), 'canceled', 'canceledMissed'],
  ['declined', ended('declined'), 'declined', 'declinedMissed'],
  ['on another call', ended('declined', 'busy'), 'busy', 'busyMissed'],
  ['lost the right to talk', ended('completed', 'no_longer_permitted'), 'no_longer_permitted', 'no_longer_permitted'],
  ['the connection was lost', ended('connection_lost'), 'connection_lost', 'connection_lost'],
  ['it goes on', ended(null), null, null],
] as const)('%s', (_name, call, forCaller, forCallee) => {
  expect([endKey(call, 'caller'), endKey(call, 'callee')]).toEqual([forCaller, forCallee]);
});

test('a page that hears nothing says so, whatever the server told it last', () => {
  const going = { step: 'going', isVideoCall: false, call: { callState: 'connected', isEnded: false } as Call } as const;
  expect(stateKey({ ...going, hears: 'connected' })).toBe('connected');
  expect(stateKey({ ...going, hears: 'reconnecting' })).toBe('reconnecting');
  expect(stateKey({ ...going, hears: 'reconnecting', step: 'over' })).toBe('ended');
});

test('lengths read as clocks do', () => {
  expect([0, 65_999, 3_725_000, -5].map(clockOf)).toEqual(['0:00', '1:05', '1:02:05', '0:00']);
});
