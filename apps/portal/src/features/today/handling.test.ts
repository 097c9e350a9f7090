import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { expect, test } from 'vitest';
import { handlingOf } from './handling.ts';

const nora = { id: 'n', firstName: 'Nora', lastName: 'Hill' };
const row = (since: number, over: Partial<TodayRow>): TodayRow =>
  ({ reason: { title: 'SpO2', since }, alarms: [], actions: [], assignee: null, assigneeRole: null, ...over }) as unknown as TodayRow;
const alarm = (state: 'raised' | 'acknowledged' | 'snoozed', by: typeof nora | null = null, raisedAt = 15) =>
  ({ alarms: [{ id: 'a', title: 'SpO2', action_ids: [], state, by, raisedAt }] }) as unknown as Partial<TodayRow>;

test('what nobody has acknowledged comes first, then what waits for a role, then who has it; each with the oldest', () => {
  const rows = [
    row(50, alarm('acknowledged', nora)),
    row(40, { assignee: nora, assigneeRole: 'nurse' }),
    row(30, { assigneeRole: 'nurse' }),
    row(20, alarm('raised')),
    row(10, { ...alarm('raised'), assignee: nora }),
    row(5, { assigneeRole: 'md' }),
  ];
  expect(handlingOf(rows)).toEqual([
    { who: { kind: 'unanswered' }, count: 2, since: 15 },
    { who: { kind: 'waiting', role: 'md' }, count: 1, since: 5 },
    { who: { kind: 'waiting', role: 'nurse' }, count: 1, since: 30 },
    { who: { kind: 'person', name: 'Nora Hill' }, count: 2, since: 40 },
  ]);
});

test('an alert that was acknowledged and names nobody, with no role that waits, is nobody’s yet', () => {
  expect(handlingOf([row(10, alarm('acknowledged'))])).toEqual([{ who: { kind: 'nobody' }, count: 1, since: 10 }]);
});
