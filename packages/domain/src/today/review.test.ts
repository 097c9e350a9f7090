import { expect, it } from 'vitest';
import { isNewOrWorse, reviewLapsesAt, type Seen } from './review.ts';

const alarm: Seen['alarms'][number] = { id: 'one', severity: 'HIGH', level: 1, raisedAt: 1_000 };
const seen: Seen = { severity: 'HIGH', actionIds: ['a'], alarms: [alarm], gaps: ['band_off'] };

it.each<[what: string, over: Partial<Seen>, lapses: boolean]>([
  ['the same', {}, false],
  ['more severe', { severity: 'CRITICAL' }, true],
  ['less severe', { severity: 'LOW' }, false],
  ['another action', { actionIds: ['a', 'b'] }, true],
  ['another action for the one that ended', { actionIds: ['b'] }, true],
  ['an action that ended', { actionIds: [] }, false],
  ['another gap', { gaps: ['band_off', 'source_lost/spo2'] }, true],
  ['a gap that ended', { gaps: [] }, false],
  ['another alarm', { alarms: [alarm, { ...alarm, id: 'two' }] }, true],
  ['an alarm that climbed', { alarms: [{ ...alarm, level: 2 }] }, true],
  ['an alarm that was raised again', { alarms: [{ ...alarm, raisedAt: 2_000 }] }, true],
  ['an alarm that became more severe', { alarms: [{ ...alarm, severity: 'CRITICAL' }] }, true],
  ['an alarm that was acknowledged', { alarms: [{ ...alarm, level: null }] }, false],
  ['an alarm that cleared', { alarms: [] }, false],
])('%s', (_what, over, lapses) => expect(isNewOrWorse(seen, { ...seen, ...over })).toBe(lapses));

it('an acknowledgement that lapsed is worse than one that held', () => {
  expect(isNewOrWorse({ ...seen, alarms: [{ ...alarm, level: null }] }, seen)).toBe(true);
});

it.each([
  ['2026-03-10T12:00:00Z', 'UTC', '2026-03-11T00:00:00Z'],
  ['2026-03-10T23:59:59Z', 'UTC', '2026-03-11T00:00:00Z'],
  ['2026-03-11T00:00:00Z', 'UTC', '2026-03-12T00:00:00Z'],
  // Clocks go forward in the night, and back.
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
  ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
])('put aside at %s in %s it is back at %s', (at, zone, back) => {
  expect(reviewLapsesAt(Date.parse(at) / 1000, zone)).toBe(Date.parse(back) / 1000);
});
