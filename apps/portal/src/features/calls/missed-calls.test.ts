import type { Call } from '@vigil/contract/calls.contract';
import { expect, test } from 'vitest';
import { missedCalls } from './missed-calls.ts';

const nowMs = Date.UTC(2026, 4, 4, 12);
const hourMs = 3_600_000;
const person = (userId: string) => ({ userId, firstName: userId, lastName: '', label: null, photoUrl: null });

type Over = Partial<Pick<Call, 'endResult'>> & {
  readonly hoursAgo?: number;
  readonly from?: string;
  readonly to?: string;
  readonly detail?: 'busy';
  readonly accepted?: boolean;
};
const call = ({ endResult = 'no_answer', hoursAgo = 1, from = 'nurse', to = 'me', detail, accepted = false }: Over = {}) =>
  ({
    callId: `${from} ${to} ${hoursAgo}`,
    caller: person(from),
    callee: person(to),
    endResult,
    callLog: { startedAt: nowMs - hoursAgo * hourMs, acceptedAt: accepted ? nowMs : null, detail: detail ?? null },
  }) as unknown as Call;
const count = (calls: readonly Call[], seen: Parameters<typeof missedCalls>[2] = null) => missedCalls(calls, 'me', seen, nowMs).length;

test.each([
  ['that nobody answered', call(), 1],
  ['that the caller gave up', call({ endResult: 'canceled' }), 1],
  ['that came during another one', call({ endResult: 'declined', detail: 'busy' }), 1],
  ['that the person turned away', call({ endResult: 'declined' }), 0],
  ['that was answered on another device', call({ endResult: 'other_device_accepted' }), 0],
  ['that the person made', call({ from: 'me', to: 'nurse' }), 0],
  ['of more than a week ago', call({ hoursAgo: 169 }), 0],
])('a call %s', (_name, one, expected) => expect(count([one])).toBe(expected));

test('a call is missed no longer once the two have talked, and another person’s still is', () => {
  const talked = call({ from: 'me', to: 'nurse', hoursAgo: 1, endResult: 'completed', accepted: true });
  expect(count([talked, call({ hoursAgo: 2 })])).toBe(0);
  expect(count([call({ hoursAgo: 1 }), { ...talked, callLog: { ...talked.callLog, startedAt: nowMs - 2 * hourMs } }])).toBe(1);
  expect(count([talked, call({ hoursAgo: 2, from: 'md' })])).toBe(1);
});

test('what the person has looked at is missed no longer; what somebody else has on the same computer still is', () => {
  const at = nowMs - 2 * hourMs;
  expect(count([call({ hoursAgo: 1 }), call({ hoursAgo: 3 })], { userId: 'me', at })).toBe(1);
  expect(count([call({ hoursAgo: 3 })], { userId: 'you', at })).toBe(1);
});
