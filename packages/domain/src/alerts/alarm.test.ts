import { describe, expect, it } from 'vitest';
import { type Alarm, type AlarmEvent, type AlarmState, alarmStates, applyToAlarm, lastLevel } from './alarm.ts';

const now = 1_800_000_000;
const alarm = (state: AlarmState, over: Partial<Alarm> = {}): Alarm => ({
  ...{ state, severity: 'HIGH', level: 1, isJudged: true, by: null, dueAt: null },
  ...over,
});
const apply = (before: Alarm, event: AlarmEvent) => applyToAlarm(before, event, now);
const worse: AlarmEvent = { kind: 'still_true', worse: true, isNew: false, severity: 'CRITICAL' };
const same: AlarmEvent = { kind: 'still_true', worse: false, isNew: false, severity: 'HIGH' };
const due = (holds: boolean | null): AlarmEvent => ({ kind: 'due', holds });
const past = { dueAt: now };

const reopened = (state: AlarmState, holds: boolean | null = true, over: Partial<Alarm> = {}, isHeld = false): AlarmEvent => {
  const { level, by, dueAt, isJudged } = alarm(state, over);
  return { kind: 'reopened', before: { state, level, by, dueAt, isJudged }, holds, isHeld };
};
const ended = alarm('resolved', { level: 1 });

describe('an alarm whose end is undone', () => {
  it.each<[string, AlarmEvent, Partial<Alarm>, boolean]>([
    ['was raised', reopened('raised', true, { level: 2, dueAt: now + 60 }), { state: 'raised', level: 2, dueAt: now + 60 }, true],
    ['was raised, and has been due since', reopened('raised', true, { dueAt: now - 5 }), { state: 'raised', dueAt: now - 5 }, true],
    ['was raised, and its data have stopped', reopened('raised', null), { state: 'raised', isJudged: false }, true],
    [
      'was acknowledged',
      reopened('acknowledged', true, { by: 'ann', dueAt: now + 60 }),
      { state: 'acknowledged', by: 'ann', dueAt: now + 60 },
      false,
    ],
    ['was snoozed', reopened('snoozed', true, { by: 'ann', dueAt: now + 60 }), { state: 'snoozed', by: 'ann', dueAt: now + 60 }, false],
    ['was snoozed, and its data have stopped', reopened('snoozed', null), { state: 'raised', isJudged: false }, true],
    ['was raised, and has cleared', reopened('raised', false, { dueAt: now + 60 }), { state: 'cleared', by: null, dueAt: null }, false],
    ['was cleared', reopened('cleared', false), { state: 'cleared' }, false],
    ['is of a member who is on hold now', reopened('raised', true, {}, true), { state: 'suspended', dueAt: null }, false],
    ['was of a member on hold who is not any more', reopened('suspended'), { state: 'cleared', dueAt: null }, false],
  ])('%s', (_, event, expected, rings) => {
    const step = apply(ended, event);
    expect([step.alarm, step.rings]).toEqual([expect.objectContaining(expected), rings]);
  });

  it('stays as it is where it is not over', () => {
    expect(apply(alarm('raised'), reopened('acknowledged'))).toEqual({ alarm: alarm('raised'), rings: false });
  });
});

describe('the alarm contract', () => {
  it.each<[string, Alarm, AlarmEvent, Partial<Alarm>, boolean]>([
    ['pending, persisted', alarm('pending'), { kind: 'persisted' }, { state: 'raised', level: 0, dueAt: now + 900 }, true],
    ['pending, cleared', alarm('pending'), { kind: 'cleared' }, { state: 'gone' }, false],
    ['pending, data stops', alarm('pending'), { kind: 'data_stopped' }, { state: 'gap', isJudged: false }, false],
    [
      'raised, acknowledged',
      alarm('raised'),
      { kind: 'acknowledged', by: 'ann' },
      { state: 'acknowledged', by: 'ann', dueAt: now + 7_200 },
      false,
    ],
    [
      'acknowledged, again by another',
      alarm('acknowledged', { by: 'ann', dueAt: now + 60 }),
      { kind: 'acknowledged', by: 'bob' },
      { state: 'acknowledged', by: 'ann', dueAt: now + 60 },
      false,
    ],
    ['raised, due', alarm('raised', past), due(true), { state: 'raised', level: 2, dueAt: now + 900 }, true],
    ['raised, not due', alarm('raised', { dueAt: now + 1 }), due(true), { state: 'raised', level: 1, dueAt: now + 1 }, false],
    [
      'raised, due at the last level',
      alarm('raised', { ...past, level: lastLevel }),
      due(true),
      { level: lastLevel, state: 'raised' },
      true,
    ],
    ['raised, data stops', alarm('raised'), { kind: 'data_stopped' }, { state: 'raised', isJudged: false }, false],
    ['snoozed, data stops', alarm('snoozed', { dueAt: now + 60 }), { kind: 'data_stopped' }, { state: 'raised', isJudged: false }, true],
    ['snoozed, same or better', alarm('snoozed', { dueAt: now + 60 }), same, { state: 'snoozed', dueAt: now + 60 }, false],
    [
      'snoozed, worse or a second rule',
      alarm('snoozed'),
      worse,
      { state: 'raised', level: 0, severity: 'CRITICAL', dueAt: now + 300 },
      true,
    ],
    ['snoozed, over and still true', alarm('snoozed', past), due(true), { state: 'raised', level: 1 }, true],
    ['snoozed, over and no longer', alarm('snoozed', past), due(false), { state: 'cleared', dueAt: null }, false],
    ['snoozed, over and unknown', alarm('snoozed', past), due(null), { state: 'raised', isJudged: false }, true],
    ['acknowledged, worse', alarm('acknowledged', { by: 'ann' }), worse, { state: 'raised', by: null, severity: 'CRITICAL' }, true],
    ['acknowledged, the same', alarm('acknowledged', { by: 'ann' }), same, { state: 'acknowledged', by: 'ann' }, false],
    [
      'acknowledged, snoozed by another',
      alarm('acknowledged', { by: 'ann', dueAt: now + 60 }),
      { kind: 'snoozed', by: 'bob', seconds: 600 },
      { state: 'acknowledged', by: 'ann', dueAt: now + 60 },
      false,
    ],
    [
      'acknowledged, snoozed by who has it',
      alarm('acknowledged', { by: 'ann' }),
      { kind: 'snoozed', by: 'ann', seconds: 600 },
      { state: 'snoozed', by: 'ann', dueAt: now + 600 },
      false,
    ],
    ['acknowledged, nothing done in time', alarm('acknowledged', past), due(true), { state: 'raised', level: 2 }, true],
    [
      'acknowledged, data stops',
      alarm('acknowledged', { by: 'ann' }),
      { kind: 'data_stopped' },
      { state: 'acknowledged', by: 'ann', isJudged: false },
      false,
    ],
    ['cleared, true again', alarm('cleared', { level: 3 }), { kind: 'true_again' }, { state: 'raised', level: 0 }, true],
    ['raised, more urgent', alarm('raised'), worse, { state: 'raised', level: 1, severity: 'CRITICAL', dueAt: now + 300 }, true],
    ['gap, data back', alarm('gap', { isJudged: false }), { kind: 'data_back' }, { state: 'pending', isJudged: true }, false],
    ['suspended, off hold', alarm('suspended'), { kind: 'released' }, { state: 'cleared', level: 0 }, false],
    ['suspended, whatever its data say', alarm('suspended'), { kind: 'true_again' }, { state: 'suspended' }, false],
    [
      'acknowledged CRITICAL, its action expires',
      alarm('acknowledged', { severity: 'CRITICAL' }),
      { kind: 'expired' },
      { state: 'resolved', level: 2 },
      true,
    ],
    ['raised HIGH, its action expires', alarm('raised'), { kind: 'expired' }, { state: 'resolved' }, false],
    [
      'suspended CRITICAL, its action expires',
      alarm('suspended', { severity: 'CRITICAL' }),
      { kind: 'expired' },
      { state: 'resolved' },
      false,
    ],
    ['resolved, true again', alarm('resolved'), { kind: 'true_again' }, { state: 'resolved' }, false],
  ])('%s', (_, before, event, expected, rings) => {
    const after = apply(before, event);
    // When it is due next follows from its severity, which the last cases are about.
    const dueAt = 'dueAt' in expected ? expected.dueAt : after.alarm.dueAt;
    expect(after).toEqual({ alarm: { ...before, ...expected, dueAt }, rings });
  });

  const alive = alarmStates.filter((state) => state !== 'resolved' && state !== 'gone');
  const fired = alive.filter((state) => state !== 'pending' && state !== 'gap' && state !== 'suspended');
  it.each(fired)('%s, condition clears: cleared', (state) => {
    expect(apply(alarm(state), { kind: 'cleared' })).toMatchObject({ alarm: { state: 'cleared', dueAt: null }, rings: false });
  });
  it.each(alive)('%s, intervened or closed: resolved; member on hold: suspended', (state) => {
    for (const kind of ['intervened', 'closed'] as const)
      expect(apply(alarm(state), { kind })).toMatchObject({ alarm: { state: 'resolved', dueAt: null }, rings: false });
    expect(apply(alarm(state), { kind: 'held' })).toMatchObject({ alarm: { state: 'suspended', dueAt: null }, rings: false });
  });
  it.each(['raised', 'acknowledged'] as const)('%s, the server was down past due: fires once, one level', (state) => {
    const down = alarm(state, { dueAt: now - 86_400, level: 0 });
    const first = apply(down, due(true));
    expect(first).toMatchObject({ alarm: { state: 'raised', level: 1, dueAt: now + 900 }, rings: true });
    expect(apply(first.alarm, due(true))).toEqual({ alarm: first.alarm, rings: false });
  });

  it.each([
    ['CRITICAL', 300, 1_800, 900],
    ['HIGH', 900, 7_200, 3_600],
    ['MEDIUM', 3_600, 28_800, 14_400],
    ['LOW', null, null, 86_400],
  ] as const)(
    '%s climbs after %s s, its acknowledgement lapses after %s s, its snooze lasts %s s at most',
    (severity, climbs, lapses, snoozes) => {
      const at = (seconds: number | null) => (seconds === null ? null : now + seconds);
      const raised = apply(alarm('pending', { severity }), { kind: 'persisted' }).alarm;
      expect(raised.dueAt).toBe(at(climbs));
      expect(apply(raised, { kind: 'acknowledged', by: 'ann' }).alarm.dueAt).toBe(at(lapses));
      expect(apply(raised, { kind: 'snoozed', by: 'ann', seconds: 10 * 86_400 }).alarm.dueAt).toBe(now + snoozes);
      expect(apply(raised, { kind: 'snoozed', by: 'ann', seconds: 60 }).alarm.dueAt).toBe(now + 60);
    },
  );
});
