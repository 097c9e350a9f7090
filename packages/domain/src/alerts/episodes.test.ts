import { describe, expect, it } from 'vitest';
import { defaultRules } from './defaults.ts';
import { episodeFor, joinsWithinSeconds, leadsEpisode, type OpenEpisode, openersOf, type ReplayedAlert } from './episodes.ts';
import type { AlertRule } from './rule.ts';

const now = 1_800_000_000;
const hour = 3_600;
const rule = (id: string): AlertRule => {
  const found = defaultRules.find((one) => one.id === id);
  if (!found) throw new Error(`There is no default rule ${id}`);
  return found.rule;
};
const open = (actionId: string, ids: readonly string[], over: Partial<OpenEpisode> = {}): OpenEpisode => ({
  ...{ actionId, category: 'BIOMETRICS', severity: rule(ids[0] as string).severity, isOver: false, rules: ids.map(rule) },
  ...{ beganAt: now - hour, lastAt: now - hour, ...over },
});
const joined = (episodes: readonly OpenEpisode[], id: string) => episodeFor(episodes, rule(id), now)?.actionId ?? null;

describe('the episode that an alert joins', () => {
  it.each<[string, readonly OpenEpisode[], string, string | null]>([
    ['none is open', [], 'spo2-low', null],
    ['one of another system', [open('glucose', ['glucose-low'])], 'spo2-low', null],
    ['one of its own', [open('lungs', ['spo2-very-low'])], 'spo2-low', 'lungs'],
    ['of two the one of its own system', [open('heart', ['pulse-very-high']), open('lungs', ['spo2-low'])], 'respiration-high', 'lungs'],
    [
      'of two that it accompanies the worst',
      [open('sugar', ['glucose-low']), open('heart', ['systolic-crisis'])],
      'movement-down',
      'heart',
    ],
    [
      'of two alike the first',
      [open('late', ['glucose-low']), open('early', ['systolic-high'], { beganAt: now - 2 * hour })],
      'movement-down',
      'early',
    ],
    ['one that goes to others', [open('survey', ['spo2-low'], { category: 'SURVEY' })], 'spo2-very-low', null],
    ['one that has been quiet for three days', [open('old', ['spo2-low'], { lastAt: now - joinsWithinSeconds - 1 })], 'spo2-low', null],
    ['one of just three days ago', [open('old', ['spo2-low'], { lastAt: now - joinsWithinSeconds })], 'spo2-low', 'old'],
  ])('%s', (_, episodes, id, expected) => expect(joined(episodes, id)).toBe(expected));

  it.each<[string, OpenEpisode, string, boolean]>([
    ['a worse one leads', open('a', ['spo2-low']), 'spo2-very-low', true],
    ['one as severe does not', open('a', ['pulse-very-high']), 'respiration-very-high', false],
    [
      'unless the one before is over: 45 after 410 mg/dL',
      open('a', ['glucose-extremely-high'], { isOver: true }),
      'glucose-very-low',
      true,
    ],
    ['a milder one never does', open('a', ['spo2-very-low'], { isOver: true }), 'spo2-low', false],
  ])('%s', (_, episode, id, leads) => expect(leadsEpisode(episode, rule(id))).toBe(leads));
});

describe('actions that alerts would have opened', () => {
  const counted = (alerts: readonly ReplayedAlert[]) => {
    const { asEpisodes, byRule } = openersOf(alerts);
    return { asEpisodes: asEpisodes.length, byRule: byRule.length };
  };
  const fired = (id: string, hours: number, endedHours: number | null = null): ReplayedAlert => ({
    ...{ rule: rule(id), firedAt: now + hours * hour, endedAt: endedHours === null ? null : now + endedHours * hour },
  });

  it('one for an exacerbation that crosses seven rules', () => {
    const alerts = [
      ...[fired('respiration-high', 0), fired('resting-pulse-up', 10), fired('spo2-low', 20), fired('anomaly', 24)],
      ...[fired('spo2-very-low', 30), fired('respiration-very-high', 31), fired('movement-down', 40)],
    ];
    expect(counted(alerts)).toEqual({ asEpisodes: 1, byRule: 7 });
  });

  it('whatever the order they are given in', () => {
    expect(counted([fired('spo2-very-low', 2), fired('spo2-low', 0)])).toEqual({ asEpisodes: 1, byRule: 2 });
  });

  it('another once the time of the first is over, however often its rule fired meanwhile', () => {
    const alerts = [0, 20, 40, 60, 80].map((hours) => fired('spo2-low', hours, hours + 1));
    expect(counted(alerts)).toEqual({ asEpisodes: 2, byRule: 2 });
  });

  it('one for each system', () => {
    expect(counted([fired('spo2-low', 0), fired('glucose-low', 1), fired('systolic-crisis', 2)])).toEqual({
      ...{ asEpisodes: 3, byRule: 3 },
    });
  });
});
