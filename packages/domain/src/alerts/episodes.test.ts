import { describe, expect, it } from 'vitest';
import { defaultRules } from './defaults.ts';
import { type EpisodeAlert, joiningOf, joinsWithinSeconds, type OpenEpisode } from './episodes.ts';
import type { AlertRule } from './rule.ts';

const now = 1_800_000_000;
const hour = 3_600;
const rule = (id: string): AlertRule => {
  const found = defaultRules.find((one) => one.id === id);
  if (!found) throw new Error(`There is no default rule ${id}`);
  return found.rule;
};
const stands = (ruleId: string, over: Partial<EpisodeAlert> = {}): EpisodeAlert => ({
  ...{ ruleId, rule: rule(ruleId), firedAt: now - hour, endedAt: null, ...over },
});
const ended = (ruleId: string, endedAt: number): EpisodeAlert => stands(ruleId, { firedAt: endedAt - hour, endedAt });
const open = (actionId: string, ...alerts: readonly (string | EpisodeAlert)[]): OpenEpisode => ({
  actionId,
  alerts: alerts.map((one) => (typeof one === 'string' ? stands(one) : one)),
});
const joining = (episodes: readonly OpenEpisode[], ruleId: string) => joiningOf(episodes, { ruleId, rule: rule(ruleId), at: now });

describe('the episode that an alert joins', () => {
  const survey = stands('spo2-low', { rule: { ...rule('spo2-low'), category: 'SURVEY' } });
  it.each<[string, readonly OpenEpisode[], string, string | null]>([
    ['none is open', [], 'spo2-low', null],
    ['one of another system', [open('glucose', 'glucose-low')], 'spo2-low', null],
    ['one of its own', [open('lungs', 'spo2-very-low')], 'spo2-low', 'lungs'],
    ['of two the one of its own system', [open('heart', 'pulse-very-high'), open('lungs', 'spo2-low')], 'respiration-high', 'lungs'],
    ['of two that it accompanies the worst', [open('sugar', 'glucose-low'), open('heart', 'systolic-crisis')], 'movement-down', 'heart'],
    [
      'of two alike the first',
      [open('late', 'glucose-low'), open('early', stands('systolic-high', { firedAt: now - 2 * hour }))],
      'movement-down',
      'early',
    ],
    ['one that goes to others', [open('survey', survey)], 'spo2-very-low', null],
    ['one that has been quiet for three days', [open('old', ended('spo2-low', now - joinsWithinSeconds - 1))], 'spo2-very-low', null],
    ['nor one of its own rule, unless it is mild', [open('old', ended('spo2-low', now - joinsWithinSeconds - 1))], 'spo2-low', null],
    ['one that has been quiet for just three days', [open('old', ended('spo2-low', now - joinsWithinSeconds))], 'spo2-very-low', 'old'],
    ['one that began a month ago and stands', [open('old', stands('movement-down', { firedAt: now - 720 * hour }))], 'spo2-low', 'old'],
    [
      'one that a mild alert of its rule is in, however long it has been quiet',
      [open('old', ended('movement-down', now - 240 * hour))],
      'movement-down',
      'old',
    ],
  ])('%s', (_, episodes, id, expected) => expect(joining(episodes, id)?.episode.actionId ?? null).toBe(expected));

  it.each<[string, OpenEpisode, string, boolean]>([
    ['a worse one leads', open('a', 'spo2-low'), 'spo2-very-low', true],
    ['one as severe does not', open('a', 'pulse-very-high'), 'respiration-very-high', false],
    ['unless the one before is over: 45 after 410 mg/dL', open('a', ended('glucose-extremely-high', now)), 'glucose-very-low', true],
    ['but not while another as severe stands', open('a', ended('spo2-very-low', now), 'pulse-very-high'), 'respiration-very-high', false],
    ['a milder one never does', open('a', ended('spo2-very-low', now)), 'spo2-low', false],
  ])('%s', (_, episode, id, leads) => expect(joining([episode], id)?.leads).toBe(leads));

  it('knows whether the rule is in it already', () => {
    expect([joining([open('a', 'spo2-low')], 'spo2-low')?.isNew, joining([open('a', 'spo2-low')], 'spo2-very-low')?.isNew]).toEqual([
      ...[false, true],
    ]);
  });
});
