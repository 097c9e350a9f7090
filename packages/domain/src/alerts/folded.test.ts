import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastLevel } from './alarm.ts';
import { conditionOf, leadOf } from './alarm-parts.ts';
import { chainSteps, levelWithSomebody } from './chain.ts';
import {
  comeDue,
  endActions,
  type FoldedAlarm,
  type FoldedStep,
  hold,
  type Seen,
  see,
  takeNote,
  unseen,
  worstUnanswered,
} from './folded.ts';
import { type AlertSeverity, severities } from './rule.ts';

const now = 1_800_000_000;
const day = 86_400;
const seen = (event: Seen['event'], over: Partial<Seen> = {}): Seen => ({
  ...{
    ruleId: 'low',
    version: 1,
    firingId: 'f1',
    actionId: 'a1',
    title: 'SpO2 low',
    severity: 'HIGH',
    direction: 'at_most',
    role: 'nurse',
  },
  ...{ subject: { kind: 'metric', metric: 'spo2' }, measured: 92, judgedAt: now, event },
  ...over,
});
const second = (event: Seen['event'], over: Partial<Seen> = {}) =>
  seen(event, { ruleId: 'very-low', firingId: 'f2', actionId: 'a2', severity: 'CRITICAL', ...over });
const having = (...reports: readonly Seen[]) =>
  reports.reduce<FoldedStep>((one, report) => see(one, report, now), { ...unseen('HIGH'), rings: false, event: null });
const noted = (folded: FoldedAlarm) => takeNote(folded, { kind: 'acknowledged', by: 'ann' }, now);

describe('rules that fold into one alarm', () => {
  it.each<[string, FoldedStep, object]>([
    ['one that holds raises it', having(seen('persisted')), { state: 'raised', severity: 'HIGH' }],
    ['a more severe one makes it as severe', having(seen('persisted'), second('persisted')), { state: 'raised', severity: 'CRITICAL' }],
    [
      'one that clears leaves it raised while another holds',
      having(seen('persisted'), second('persisted'), seen('cleared')),
      { state: 'raised' },
    ],
    [
      'the last that clears clears it',
      having(seen('persisted'), second('persisted'), seen('cleared'), second('cleared')),
      { state: 'cleared' },
    ],
    [
      'one without data leaves it judged while another is known to hold',
      having(seen('persisted'), second('persisted'), seen('data_stopped')),
      { state: 'raised', isJudged: true },
    ],
    [
      'one that clears while the other is unknown leaves it unknown, not clear',
      having(seen('persisted'), second('persisted'), second('data_stopped'), seen('cleared')),
      { state: 'raised', isJudged: false },
    ],
    [
      'raised again after it has cleared it is as severe as what holds then',
      having(seen('persisted'), second('persisted'), seen('cleared'), second('cleared'), seen('true_again')),
      { state: 'raised', severity: 'HIGH' },
    ],
  ])('%s', (_, { alarm }, expected) => expect(alarm).toMatchObject(expected));

  it.each<[string, Seen, boolean]>([
    ['the same value', seen('still_true'), false],
    ['a value past the step of its metric', seen('still_true', { measured: 90 }), true],
    ['a better one', seen('still_true', { measured: 95 }), false],
    ['a higher severity', seen('still_true', { severity: 'CRITICAL' }), true],
    ['another rule', second('persisted', { subject: { kind: 'metric', metric: 'resp_rate' }, severity: 'HIGH' }), true],
    ['a milder rule', second('persisted', { subject: { kind: 'metric', metric: 'resp_rate' }, severity: 'LOW' }), false],
    ['a less severe rule about more of the same', second('persisted', { severity: 'LOW' }), false],
    ['a less severe rule about the opposite', second('persisted', { severity: 'HIGH', direction: 'at_least' }), true],
    ['a value that nobody knows', seen('still_true', { measured: null }), false],
  ])('noted, then %s: raised %s', (_, report, isRaised) => {
    const step = see(noted(having(seen('persisted'))), report, now);
    expect([step.rings, step.alarm.state === 'raised']).toEqual([isRaised, isRaised]);
  });

  it.each<[string, Partial<Seen>, boolean]>([
    ['another critical one', { ruleId: 'pulse', severity: 'CRITICAL', subject: { kind: 'metric', metric: 'heart_rate' } }, true],
    ['one that is critical at the other end', { ruleId: 'high', severity: 'CRITICAL', direction: 'at_least' }, true],
    ['a milder one', { ruleId: 'pulse', severity: 'HIGH', subject: { kind: 'metric', metric: 'heart_rate' } }, false],
  ])('a critical alarm that nobody has answered, then %s: rings again %s', (_, over, rings) => {
    const raised = see(unseen('CRITICAL'), second('persisted'), now);
    expect(see(raised, seen('persisted', { firingId: 'f9', actionId: 'a2', ...over }), now)).toMatchObject({
      ...{ rings, alarm: { state: 'raised', severity: 'CRITICAL' } },
    });
  });

  it('a rule that was clear when the alarm was noted is another rule when it holds', () => {
    const folded = noted(having(seen('persisted'), second('persisted'), second('cleared')));
    expect(see(folded, second('true_again'), now).rings).toBe(true);
  });

  it.each<[string, (folded: FoldedAlarm) => FoldedStep]>([
    ['acknowledged', noted],
    ['snoozed', (folded) => takeNote(folded, { kind: 'snoozed', by: 'ann', seconds: 600 }, now)],
  ])('a rule that was %s, clears and fires again while another one holds, rings again', (_, answer) => {
    const folded = answer(having(seen('persisted'), second('persisted')));
    const cleared = see(folded, second('cleared'), now);
    expect(cleared.parts.map(({ noted: of }) => of !== null)).toEqual([true, false]);
    expect(see(cleared, second('true_again', { firingId: 'f3' }), now)).toMatchObject({ rings: true, alarm: { state: 'raised' } });
  });

  const pulse = { subject: { kind: 'metric', metric: 'heart_rate' }, ruleId: 'pulse', firingId: 'f7', actionId: 'a2' } as const;
  it.each<[string, FoldedStep, object, boolean]>([
    [
      'nobody has answered, goes on as what is left, and is told of again a day later',
      see(having(second('persisted'), seen('persisted', { ...pulse, severity: 'LOW' })), second('cleared'), now + 10),
      { state: 'raised', severity: 'LOW', dueAt: now + 10 + day },
      false,
    ],
    [
      'nobody has answered, climbs at the pace of what is left from when it was raised',
      see(having(second('persisted'), seen('persisted', pulse)), second('cleared'), now + 10),
      { state: 'raised', severity: 'HIGH', dueAt: now + 900 },
      false,
    ],
    [
      'was acknowledged with what is left, stays acknowledged for as long as that may be',
      see(noted(having(second('persisted'), seen('persisted', pulse))), second('cleared'), now + 10),
      { state: 'acknowledged', severity: 'HIGH', dueAt: now + 7_200 },
      false,
    ],
    [
      'was acknowledged before a milder one began, which nobody has acknowledged, rings for that one',
      see(see(noted(having(second('persisted'))), seen('persisted', pulse), now), second('cleared'), now + 10),
      { state: 'raised', severity: 'HIGH', dueAt: now + 910 },
      true,
    ],
  ])('a critical alert that clears while a milder one holds, and that %s', (_, { alarm, rings, parts }, expected, isRung) => {
    expect([alarm, rings]).toEqual([expect.objectContaining(expected), isRung]);
    expect(parts.find(({ ruleId }) => ruleId === 'very-low')?.isUnanswered).toBe(!_.startsWith('was'));
  });

  it('a critical alert that nobody has answered is told of every day, one level up, until somebody answers or what is left clears', () => {
    const left = having(second('persisted'), seen('persisted', { ...pulse, severity: 'LOW' }), second('cleared'));
    const told = comeDue(see(left, seen('still_true', { ...pulse, severity: 'LOW' }), now + 60), now + day);
    expect(told).toMatchObject({ rings: true, alarm: { state: 'raised', severity: 'LOW', level: 1, dueAt: now + 2 * day } });
    expect(noted(told).alarm.dueAt).toBeNull();
    expect(see(told, seen('cleared', { ...pulse, severity: 'LOW' }), now).alarm).toMatchObject({ state: 'cleared', dueAt: null });
  });

  it('one that was less than critical is not', () => {
    const left = having(seen('persisted'), seen('persisted', { ...pulse, severity: 'LOW' }), seen('cleared'));
    expect(left.alarm).toMatchObject({ state: 'raised', severity: 'LOW', dueAt: null });
  });

  it('what still holds after the member was on hold has not been answered', () => {
    const released = hold(hold(noted(having(second('persisted'))), true, now), false, now);
    const again = see(released, second('still_true'), now);
    expect([again.alarm.state, again.parts.map(({ isUnanswered }) => isUnanswered)]).toEqual(['raised', [true]]);
  });

  it('one that has cleared and that nobody has ended expires as what it was', () => {
    const left = having(second('persisted'), seen('persisted', { ...pulse, severity: 'LOW' }), second('cleared'));
    expect(endActions(left, ['a2'], 'expired', now)).toMatchObject({ rings: true, alarm: { severity: 'CRITICAL', state: 'resolved' } });
  });

  it('what gets worse by a step while nobody has answered is something that nobody has seen; less than that is not', () => {
    const raised = having(seen('persisted', { measured: 93 }));
    const [little, much] = [see(raised, seen('still_true', { measured: 92 }), now), see(raised, seen('still_true', { measured: 91 }), now)];
    expect([little.hasWorsened, much.hasWorsened, much.rings]).toEqual([false, true, false]);
    expect(see(much, seen('still_true', { measured: 90 }), now).hasWorsened).toBe(false);
    // Slowly as well.
    expect(see(little, seen('still_true', { measured: 91 }), now).hasWorsened).toBe(true);
  });

  it('noted a second time by somebody else is nothing', () => {
    const first = noted(having(seen('persisted')));
    expect(takeNote(first, { kind: 'acknowledged', by: 'bob' }, now)).toMatchObject({ event: null, alarm: { by: 'ann' } });
  });

  it('is over with the last of its actions, and what is reported of an action that is done with changes nothing', () => {
    const both = having(seen('persisted'), second('persisted'));
    const one = endActions(both, ['a1'], 'intervened', now);
    expect(one.alarm.state).toBe('raised');
    expect(see(one, seen('persisted'), now)).toMatchObject({ event: null, rings: false });
    expect(endActions(one, ['a2'], 'closed', now).alarm.state).toBe('resolved');
    expect(leadOf(one.parts)?.ruleId).toBe('very-low');
  });

  it('goes into what was judged first where a firing of the same rule opens another action', () => {
    const one = endActions(having(seen('persisted'), second('persisted')), ['a1'], 'intervened', now);
    const again = see(one, seen('persisted', { actionId: 'a3', firingId: 'f3' }), now);
    expect(again.parts.map(({ actionId, ended }) => [actionId, ended])).toEqual([
      ['a3', false],
      ['a2', false],
    ]);
  });
});

describe('whatever happens in whatever order', () => {
  const events = ['persisted', 'cleared', 'true_again', 'data_stopped', 'data_back', 'still_true'] as const;
  const report = fc.record({
    event: fc.constantFrom(...events),
    rule: fc.constantFrom('low', 'very-low', 'falling'),
    severity: fc.constantFrom<AlertSeverity>(...severities),
    measured: fc.option(fc.integer({ min: 70, max: 100 })),
    action: fc.integer({ min: 1, max: 2 }),
  });
  const step = fc.oneof(
    report.map((one) => (folded: FoldedAlarm, at: number) => {
      const actionId = `${one.rule}/${one.action}`;
      return see(
        folded,
        seen(one.event, { ruleId: one.rule, actionId, firingId: actionId, severity: one.severity, measured: one.measured }),
        at,
      );
    }),
    fc.constantFrom('ann', 'bob').map((by) => (folded: FoldedAlarm, at: number) => takeNote(folded, { kind: 'acknowledged', by }, at)),
    fc
      .integer({ min: 60, max: 100_000 })
      .map((seconds) => (folded: FoldedAlarm, at: number) => takeNote(folded, { kind: 'snoozed', by: 'ann', seconds }, at)),
    fc.constant((folded: FoldedAlarm, at: number) => comeDue(folded, at)),
    fc.boolean().map((held) => (folded: FoldedAlarm, at: number) => hold(folded, held, at)),
    fc
      .constantFrom('low/1', 'very-low/1', 'falling/2')
      .chain((id) =>
        fc
          .constantFrom('intervened', 'closed', 'expired')
          .map((kind) => (folded: FoldedAlarm, at: number) => endActions(folded, [id], kind as 'closed', at)),
      ),
  );

  it('an alarm has one state that fits it, rings only as it is raised or expires, and never once it is over', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.integer({ min: 0, max: 4_000 })), { maxLength: 60 }), (steps) => {
        let folded: FoldedStep = see(unseen('HIGH'), seen('persisted', { actionId: 'low/1', firingId: 'low/1' }), now);
        let at = now;
        for (const [apply, seconds] of steps) {
          at += seconds;
          const before = folded;
          folded = apply(before, at);
          const { alarm, rings } = folded;
          // Who has it is there while somebody has, and forgotten when it asks again.
          if (alarm.state === 'acknowledged' || alarm.state === 'snoozed') expect(alarm.by).not.toBeNull();
          if (alarm.state === 'raised' || alarm.state === 'cleared') expect(alarm.by).toBeNull();
          if (['cleared', 'resolved', 'gone', 'suspended'].includes(alarm.state)) expect(alarm.dueAt).toBeNull();
          if (alarm.state === 'snoozed') expect(alarm.dueAt).not.toBeNull();
          // Nothing is more urgent than what it is about.
          const asking = ['raised', 'acknowledged', 'snoozed'].includes(alarm.state);
          if (asking && conditionOf(folded.parts) !== false) {
            const holding = folded.parts.filter(({ ended, holds }) => !ended && holds !== false);
            expect(Math.max(...holding.map(({ severity }) => severities.indexOf(severity)))).toBeGreaterThanOrEqual(
              severities.indexOf(alarm.severity),
            );
          }
          // What is mild does not climb; a critical alert that nobody has answered is told of again.
          const isReminded = alarm.state === 'raised' && worstUnanswered(folded)?.severity === 'CRITICAL';
          if (alarm.severity === 'LOW' && alarm.state !== 'snoozed') expect(alarm.dueAt === null).toBe(!isReminded);
          if (rings) expect(alarm.state === 'raised' || (folded.event?.kind === 'expired' && alarm.severity === 'CRITICAL')).toBe(true);
          if (isOver(before.alarm)) expect([alarm.state, rings]).toEqual([before.alarm.state, false]);
          // Nobody is told of what they have been told already: time, something new or something worse is between two rings.
          const hasBegun = folded.parts.some(
            ({ ruleId, holds }) => holds && before.parts.find((part) => part.ruleId === ruleId)?.holds !== true,
          );
          if (rings && before.alarm.state === 'raised')
            expect(
              folded.event?.kind === 'due' || folded.event?.kind === 'expired' || hasBegun || alarm.severity !== before.alarm.severity,
            ).toBe(true);
          // One level at a time.
          expect(alarm.level).toBeLessThanOrEqual(Math.min(before.alarm.level + 1, lastLevel));
          expect(new Set(folded.parts.map(({ ruleId }) => ruleId)).size).toBe(folded.parts.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });
  const isOver = ({ state }: FoldedAlarm['alarm']) => state === 'resolved' || state === 'gone';
});

describe('the step at which somebody is told', () => {
  it.each<[number, (typeof chainSteps)[number][], number]>([
    [0, ['assignee', 'on_call_md'], 0],
    [0, ['on_call_md'], 3],
    [1, ['assignee', 'all_providers'], 4],
    [4, ['assignee'], 4],
    [0, [], 4],
  ])('from level %d, with somebody at %j: %d', (level, there, expected) => {
    expect(levelWithSomebody(level, (one) => there.includes(one))).toBe(expected);
  });
  it('has a name for every level', () => expect(chainSteps).toHaveLength(lastLevel + 1));
});
