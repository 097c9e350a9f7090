import { describe, expect, it } from 'vitest';
import { type AnsweredAlert, type BurdenFigures, burdenOf, clinicianOf } from './burden.ts';

const opened = 1_000_000;
const alert = (over: Partial<AnsweredAlert> = {}): AnsweredAlert => ({
  ...{ userId: 'a', ruleId: 'r', openedAt: opened, acknowledged: null, ended: null, holder: null, repeats: 0 },
  ...over,
});
const ended = (kind: NonNullable<AnsweredAlert['ended']>['kind'], afterSeconds = 60, by: string | null = 'nurse') => ({
  ended: { kind, at: opened + afterSeconds, by },
});
const many = (count: number, over: Partial<AnsweredAlert>) => Array.from({ length: count }, () => alert(over));

describe('the burden of alerts', () => {
  it.each<[string, AnsweredAlert[], Partial<BurdenFigures>]>([
    ['nothing', [], { alerts: 0, alertsPerMemberWeek: 0, precision: null, members: 0 }],
    ['alerts by member and week', many(34, {}), { alerts: 34, alertsPerMemberWeek: 3.4, byHandPerMemberWeek: 0 }],
    [
      'those handled by hand, closed ones among them, and none that expired',
      [...many(4, ended('clinical')), ...many(2, ended('noise')), alert(ended('closed')), ...many(9, ended('expired', 60, null))],
      { byHandPerMemberWeek: 0.7 },
    ],
    [
      'what the server closed, as its condition had cleared, by nobody’s hand',
      [...many(4, ended('closed', 60, null)), alert(ended('closed'))],
      { byHandPerMemberWeek: 0.1, notJudged: { expired: 0, closed: 5, unanswered: 0 } },
    ],
    [
      'precision is of the judged alone',
      [...many(3, ended('clinical')), alert(ended('noise')), ...many(5, ended('expired', 60, null)), ...many(2, ended('closed')), alert()],
      { clinical: 3, noise: 1, precision: 0.75, notJudged: { expired: 5, closed: 2, unanswered: 1 } },
    ],
    ['nothing judged is no precision, and not none', many(5, ended('expired', 60, null)), { precision: null }],
    ['everything noise is a precision of none', many(5, ended('noise')), { precision: 0 }],
    ['repeats are folded, and counted apart', [alert({ repeats: 3 }), alert({ repeats: 1 })], { alerts: 2, repeats: 4 }],
    ['members are counted once', [alert(), alert(), alert({ userId: 'b' })], { members: 2 }],
    [
      'times to intervene, of those on which somebody did',
      [60, 120, 180, 240, 300, 360, 420, 480, 540, 600].map((after) => alert(ended('clinical', after))).concat(alert(ended('closed', 1))),
      { intervened: { alerts: 10, medianSeconds: 330, p90Seconds: 540 } },
    ],
    [
      'times to acknowledge, whatever became of it',
      [alert({ acknowledged: { at: opened + 30, by: 'nurse' } }), alert({ acknowledged: { at: opened + 90, by: 'nurse' } }), alert()],
      { acknowledged: { alerts: 2, medianSeconds: 60, p90Seconds: 90 } },
    ],
    ['a time of none is unknown', [alert()], { acknowledged: { alerts: 0, medianSeconds: null, p90Seconds: null } }],
    [
      'clocks that disagree make no time negative',
      [alert(ended('noise', -5))],
      { intervened: { alerts: 1, medianSeconds: 0, p90Seconds: 0 } },
    ],
  ])('%s', (_, alerts, expected) => expect(burdenOf(alerts, 10)).toMatchObject(expected));

  it('over no time of anybody is unknown, and not none', () =>
    expect(burdenOf([], 0)).toMatchObject({ alertsPerMemberWeek: null, byHandPerMemberWeek: null }));
});

it.each<[string, Partial<AnsweredAlert>, string | null]>([
  ['who ended it', { ...ended('noise'), acknowledged: { at: opened, by: 'md' }, holder: 'coach' }, 'nurse'],
  ['who acknowledged what expired', { ...ended('expired', 60, null), acknowledged: { at: opened, by: 'md' }, holder: 'coach' }, 'md'],
  ['who has it', { holder: 'coach' }, 'coach'],
  ['nobody', {}, null],
])('an alert is the one’s %s', (_, over, expected) => expect(clinicianOf(alert(over))).toBe(expected));
