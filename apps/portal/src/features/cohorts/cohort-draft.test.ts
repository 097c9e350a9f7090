import type { Condition } from '@vigil/domain/cohorts/conditions';
import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { describe, expect, it } from 'vitest';
import {
  type CohortDraft,
  cohortSent,
  conditionsSent,
  emptyDraft,
  groupsSent,
  hasOpen,
  hasWrong,
  inUnits,
  newCondition,
} from './cohort-draft.ts';

type Typed = readonly [fact: string, low: string, high: string];
const draft = (groups: readonly (readonly Typed[])[], over: Partial<CohortDraft> = {}): CohortDraft => ({
  ...emptyDraft('custom', metricUnits),
  groups: groups.map((any, at) => ({ key: `group ${at}`, any: any.map(([fact, low, high]) => ({ ...newCondition(fact), low, high })) })),
  ...over,
});

describe('what was typed, as it is sent', () => {
  it.each<[string, CohortDraft, unknown]>([
    ['one condition stands by itself', draft([[['age', '65', '']]]), [{ fact: 'age', gte: 65 }]],
    [
      'alternatives stand in a group',
      draft([
        [
          ['weight', '100', ''],
          ['bmi', '', '18,5'],
        ],
      ]),
      [
        {
          any: [
            { fact: 'weight', gte: 100 },
            { fact: 'bmi', lte: 18.5 },
          ],
        },
      ],
    ],
    ['percent of oxygen are parts of one', draft([[['spo2', '', '94']]]), [{ fact: 'spo2', lte: 0.94 }]],
    ['minutes of sleep are seconds', draft([[['sleep_total', '420', '']]]), [{ fact: 'sleep_total', gte: 25_200 }]],
    ['pounds are kilograms', draft([[['weight', '220.46', '']]], { units: imperialUnits }), [{ fact: 'weight', gte: 99.999 }]],
    ['what asks for nothing yet, or cannot be, is left out', draft([[['age', '', '']], [['age', '12', '']]]), []],
  ])('%s', (_case, given, expected) => expect(conditionsSent(given)).toEqual(expected));

  it('a draft keeps what is not filled in yet, and every account counts unless some are chosen', () => {
    expect(cohortSent(draft([[['age', '', '']]]), true)).toMatchObject({ json_conditions: [{ fact: 'age' }], filters: {}, isDraft: true });
    expect(cohortSent(draft([], { userStatus: ['ACTIVE'] }), false).filters).toEqual({ userStatus: ['ACTIVE'] });
  });

  it('says which groups were sent, so that answers find them', () => {
    const given = draft([[['age', '', '']], [['age', '65', '']], [['weight', '9999', '']], [['bmi', '30', '']]]);
    expect(groupsSent(given)).toEqual(['group 1', 'group 3']);
    expect([hasOpen(given), hasWrong(given)]).toEqual([true, true]);
  });
});

it('what was typed is turned into other units, and what cannot be read stays', () => {
  const turned = inUnits(
    draft([
      [
        ['weight', '100', 'x'],
        ['weight', '100', ''],
      ],
    ]),
    imperialUnits,
  );
  expect(turned.groups[0]?.any.map(({ low, high }) => [low, high])).toEqual([
    ['100', 'x'],
    ['220.46', ''],
  ]);
  expect((conditionsSent(turned) as Condition[])[0]?.gte).toBeCloseTo(100, 2);
});
