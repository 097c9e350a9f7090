import { expect, test } from 'vitest';
import { sinceOf } from './since.ts';

/** Now is 15:00; hours of the day. */
const at = (hour: number) => hour * 3_600_000;
const nowMs = at(15);
const none = { chosen: null, received: null, handedOver: null, shiftFrom: null };

test.each([
  ['what was handed to the author before the shift', { ...none, received: at(6.9), shiftFrom: at(7) }, 6.9, 'handoff'],
  ['the shift, where the last handoff was for another one', { ...none, received: at(-1), shiftFrom: at(7) }, 7, 'shift'],
  ['the shift, where the author has handed over since', { ...none, received: at(7), handedOver: at(8), shiftFrom: at(9) }, 9, 'shift'],
  ['the handoff of somebody who is in no rota', { ...none, received: at(-1) }, -1, 'handoff'],
  ['the usual hours, where the last handoff is of another day', { ...none, received: at(-10) }, 3, 'usual'],
  ['the author’s choice', { chosen: at(9), received: at(7), handedOver: null, shiftFrom: at(7) }, 9, 'chosen'],
  ['three days ago at the earliest', { ...none, chosen: at(-100) }, -57, 'chosen'],
  ['now at the latest', { ...none, chosen: at(20) }, 15, 'chosen'],
] as const)('a handoff tells from %s', (_, takenOver, hour, from) => {
  expect(sinceOf(takenOver, nowMs)).toEqual({ sinceMs: at(hour), from });
});
