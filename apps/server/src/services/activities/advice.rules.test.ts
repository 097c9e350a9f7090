import { expect, test } from 'vitest';
import type { ToldAbout } from '#services/alerts/index.ts';
import { notifiedOf } from './advice.rules.ts';

const storedAt = 1_000;
type Alarm = ToldAbout['alarms'][number];
const ring = (at: number, told = ['nurse'], inStorm = false) => ({ at, told, inStorm });
const alarm = (rings: Alarm['rings'], state: Alarm['state'] = 'raised'): Alarm => ({
  metric: 'glucose',
  direction: 'at_most',
  isBeyond: true,
  against: 'value',
  state,
  rings,
});
const notified = (...alarms: Alarm[]) =>
  notifiedOf({ isJudged: true, alarms }, storedAt, (one) => (one === 'admin' ? ['tenant_admin'] : ['nurse']));

test.each<[string, Alarm, object]>([
  ['of several times the first one', alarm([ring(1_100), ring(1_400, ['md']), ring(1_700, ['md'])]), { state: 'notified', at: 1_100 }],
  ['of this value, not of the one before', alarm([ring(400), ring(1_200), ring(1_500)]), { state: 'notified', at: 1_200 }],
  ['of the one before the first time as well', alarm([ring(400), ring(700)]), { state: 'known', at: 400 }],
  ['administrators cannot act on it', alarm([ring(1_100, ['admin']), ring(1_400)]), { state: 'notified', at: 1_400 }],
  ['nobody but administrators', alarm([ring(1_100, ['admin'])]), { state: 'nobody', at: null }],
  ['one of many in a storm', alarm([ring(1_100, ['nurse'], true)]), { state: 'listed', at: null }],
  ['in a storm, and then alone', alarm([ring(1_100, ['nurse'], true), ring(1_400)]), { state: 'notified', at: 1_400 }],
  ['snoozed', alarm([ring(1_100), ring(1_400)], 'snoozed'), { state: 'known', at: 1_100 }],
  ['acknowledged', alarm([ring(1_100), ring(1_400)], 'acknowledged'), { state: 'acknowledged', at: 1_100 }],
  ['of this value, and it is over', alarm([ring(1_100)], 'cleared'), { state: 'notified', at: 1_100 }],
  ['of the one before, and it is over', alarm([ring(400)], 'cleared'), { state: 'nobody', at: null }],
  ['never', alarm([]), { state: 'nobody', at: null }],
])('when somebody was notified: %s', (_, one, expected) => expect(notified(one)).toEqual(expected));
