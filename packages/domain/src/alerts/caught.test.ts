import { describe, expect, test } from 'vitest';
import { heldAgainstInterventions } from './caught.ts';

const hour = 3_600;
const day = 24 * hour;
const cases: readonly (readonly [name: string, firedAt: number[], intervenedAt: number[], expected: readonly number[]])[] = [
  ['nothing happened', [], [], [0, 0, 0, 0]],
  ['an intervention right after an alert', [10 * day], [10 * day + hour], [1, 0, 1, 0]],
  ['an intervention at the moment of the alert', [10 * day], [10 * day], [1, 0, 1, 0]],
  ['48 hours after it, the last that counts', [10 * day], [12 * day], [1, 0, 1, 0]],
  ['a second later: missed, and the alert was followed by nothing', [10 * day], [12 * day + 1], [0, 1, 0, 1]],
  ['an alert after the intervention does not catch it', [10 * day + 1], [10 * day], [0, 1, 0, 1]],
  ['an intervention without any alert', [], [10 * day], [0, 1, 0, 0]],
  ['an alert without any intervention', [10 * day], [], [0, 0, 0, 1]],
  ['several alerts before one intervention', [10 * day, 10 * day + hour], [11 * day], [1, 0, 2, 0]],
  ['several interventions after one alert', [10 * day], [11 * day, 11 * day + hour], [2, 0, 1, 0]],
  ['of two interventions at one moment each counts', [10 * day], [11 * day, 11 * day], [2, 0, 1, 0]],
  ['in the first 48 hours an alert may have fired before the stretch: not judged', [], [day], [0, 0, 0, 0]],
  ['in the first 48 hours, caught all the same', [hour], [day], [1, 0, 1, 0]],
  ['at the end of the first 48 hours, all alerts are known', [], [2 * day], [0, 1, 0, 0]],
  ['in the last 48 hours somebody may still come: not judged', [88 * day], [], [0, 0, 0, 0]],
  ['just before that the 48 hours were over', [88 * day - 1], [], [0, 0, 0, 1]],
  ['in the last 48 hours, followed already', [89 * day], [89 * day + hour], [1, 0, 1, 0]],
  ['interventions outside the stretch are no part of it', [89 * day], [-1, 90 * day], [0, 0, 0, 0]],
];

describe('alerts held against interventions of 90 days', () => {
  test.each(cases)('%s', (_, firedAt, intervenedAt, [caught, missed, followed, unfollowed]) => {
    const told = heldAgainstInterventions({ fromSeconds: 0, toSeconds: 90 * day, firedAt, intervenedAt });
    expect(told).toEqual({ caught, missed, followed, unfollowed });
  });
});
