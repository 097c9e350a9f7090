import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { expect, test } from 'vitest';
import { again, clinic, idOf, me, now, rowOf, rows, setUpTodayClinic, start } from './testing/today-clinic.tsx';

setUpTodayClinic();

test('a row says how urgent, who, why and how it is now with its age, how it stands, NEWS2 and how fresh the data is; Space tells the rest', async () => {
  clinic.lists.open = [rowOf('Ash')];
  await start();
  const [row] = await rows();
  for (const part of [
    ...['High', 'Ada Ash', 'Pulse high', 'for 2 h', '131 bpm (+57, +77 %), 4 min ago', 'Not acknowledged'],
    ...['NEWS2 6–20 (2\u00a0of\u00a07)', 'Vitals 4 min ago'],
  ])
    expect(row?.textContent).toContain(part);
  const fired = '118 bpm when it fired, 2 h ago (+44, +59 % from 74 bpm, the mean of the 28 days before)';
  expect(row?.textContent).not.toContain(fired);
  const user = userEvent.setup();
  await user.keyboard('j ');
  for (const part of [fired, 'Waiting for a nurse', 'synced 5 min ago']) expect(row?.textContent).toContain(part);
  expect(screen.queryByRole('button', { name: /^Work on/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show less about Ada Ash' }));
  expect(row?.textContent).not.toContain(fired);
  expect(screen.getByText(/^Sorted by: severity, escalation, overdue, NEWS2, change, age/)).toBeTruthy();
});

test('an alert that nobody has acknowledged says who was told, how and when, and who is next', async () => {
  const at = (minutes: number) => now - minutes * 60;
  const [nora, otto] = [
    { id: idOf('nora'), firstName: 'Nora', lastName: 'Nurse' },
    { id: idOf('otto'), firstName: 'Otto', lastName: 'Provider' },
  ];
  const [alarm] = rowOf('Ash').alarms;
  const notified = [
    { step: 'assignee', at: at(60), count: 1, people: [nora], isWritten: false },
    { step: 'primary_team', at: at(45), count: 4, people: [nora, otto], isWritten: true },
    { step: 'on_call_md', at: at(30), count: 1, people: [otto], isWritten: true },
  ] as const;
  clinic.lists.open = [rowOf('Ash', { alarms: [{ ...alarm, notified, next: { step: 'all_providers', at: now + 600 } } as never] })];
  await start();
  const [row] = await rows();
  await userEvent.keyboard('j ');
  const clock = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  expect(row?.textContent).toContain(
    `Notified: Nora Nurse (portal, ${clock(at(60))}); Nora Nurse, Otto Provider and 2 more (portal and message, ${clock(at(45))}); Otto Provider (portal and message, ${clock(at(30))}). Next: all providers at ${clock(now + 600)}.`,
  );
});

test('what is not known of now is said, and an old reading says nothing about now', async () => {
  const reason = rowOf('x').reason as NonNullable<TodayRow['reason']>;
  clinic.lists.open = [
    rowOf('Ash', { reason: { ...reason, latest: null }, news2: null, dataAt: null }),
    rowOf('Brook', { reason: { ...reason, latest: { value: 80, at: now - 3 * 86_400, isStale: true, outOfRange: null } } }),
  ];
  await start();
  const [none, old] = (await rows()).map((row) => row.textContent);
  for (const part of ['No recent reading', 'NEWS2 unknown', 'No vitals yet']) expect(none).toContain(part);
  expect(old).toContain('Last 80 bpm, 3 days ago');
});

test('what has just begun says so, and not that it has been so for 0 min', async () => {
  const { reason } = rowOf('Ash');
  clinic.lists.open = [rowOf('Ash', { reason: { ...(reason as NonNullable<typeof reason>), since: now - 20 } })];
  await start();
  expect((await rows())[0]?.textContent).toMatch(/4 min agojust now/);
});

test('an alert that is named after another rule than its action is one thing, and whoever was told twice in a minute is named once', async () => {
  const told = {
    step: 'assignee' as const,
    at: now - 60,
    count: 1,
    people: [{ id: idOf('zoe'), firstName: 'Zoe', lastName: 'Quick' }],
    isWritten: false,
  };
  const [alarm] = rowOf('Ash').alarms;
  const also = [
    { title: 'Pulse high', severity: 'HIGH' as const, holds: false, isCovered: false, isUnanswered: true },
    { title: 'Breathing quickly', severity: 'MEDIUM' as const, holds: true, isCovered: true, isUnanswered: false },
  ];
  clinic.lists.open = [
    rowOf('Ash', { alarms: [{ ...(alarm as TodayRow['alarms'][number]), title: 'Breathing fast', also, notified: [told, told] }] }),
  ];
  await start();
  expect((await rows())[0]?.textContent).not.toContain('+1 more');
  expect(screen.getByText('Not acknowledged')).toBeTruthy();
  await userEvent.keyboard('j ');
  const details = (await screen.findByText('Breathing fast')).closest('ul');
  expect([...(details?.children ?? [])].map((one) => one.textContent)).toEqual([
    expect.stringMatching(
      /^Breathing fast · High · Not acknowledgedRelated alerts: Pulse high \(High, cleared, not acknowledged\) · Breathing quickly \(Medium, milder level\)Notified: Zoe Quick \(portal, [^;]*\)\.$/,
    ),
  ]);
  expect(screen.getAllByText('NEWS2 6–20 (2 of 7)')).toHaveLength(2);
});

test('gaps stand apart, without a severity, and what was reviewed with name and time', async () => {
  const nothing = { severity: null, reason: null, alarms: [], actions: [], course: null } as const;
  clinic.lists.gaps = [
    rowOf('Gap', { ...nothing, actions: [], alarms: [], gaps: [{ kind: 'source_lost', metric: 'spo2', since: now - 7_200 }] }),
    rowOf('New', { ...nothing, actions: [], alarms: [], gaps: [{ kind: 'never_synced', metric: null, since: now - 5 * 86_400 }] }),
  ];
  clinic.lists.reviewed = [
    rowOf('Seen', {
      review: { by: { id: me, firstName: 'Nora', lastName: 'Nurse' }, at: now - 120, lapsesAt: now + 600, reason: 'Being watched' },
    }),
  ];
  await start();
  await screen.findByText('Nobody needs you right now');
  expect((await screen.findByText(/No SpO2 readings/)).closest('[data-row]')?.getAttribute('data-severity')).toBeNull();
  const [lost, never] = (await rows()).map(({ textContent }) => textContent);
  expect(lost).toContain('No SpO2 readings for 2 h');
  expect(never).toContain('Never synced in 5 d');
  screen.getByText(/^Sorted by: overdue, assigned, started this week/);
  await userEvent.click(screen.getByRole('heading', { name: 'Reviewed' }));
  await screen.findByText('Nora Nurse, 2 min ago: Being watched');
});

test('what is as critical as the headline is counted apart from the rest, and Space names all of it', async () => {
  const [action] = rowOf('Ash').actions;
  const other = (title: string, priority: 'CRITICAL' | 'HIGH') =>
    ({ ...action, action_id: idOf(title), title, priority }) as TodayRow['actions'][number];
  const critical = ['PHQ-9: an answer that somebody has to look at now', 'NEWS2 at least 7'];
  clinic.lists.open = [
    rowOf('Ash', { severity: 'CRITICAL', actions: [...critical.map((title) => other(title, 'CRITICAL')), other('Weight up', 'HIGH')] }),
    rowOf('Brook', { actions: [other('Weight up', 'HIGH')] }),
  ];
  await start();
  await rows();
  expect([screen.getAllByText('+2 critical'), screen.getAllByText('+1 more')].map(({ length }) => length)).toEqual([1, 2]);
  await userEvent.keyboard('j ');
  for (const title of [...critical, 'Weight up']) expect(screen.getByText(title)).toBeTruthy();
});

test('trends that cannot be loaded are said once above the list and in each row that lacks its own', async () => {
  clinic.lists.open = [rowOf('Ash', { course: null, isCourseUnavailable: true }), rowOf('Brook', { course: null })];
  await start();
  const [ash, brook] = (await rows()) as [HTMLElement, HTMLElement];
  const words = 'Trends can’t be loaded right now, and new readings may arrive late. Alerts and latest readings are still shown.';
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([words]);
  expect(within(ash).getByText('Trend couldn’t be loaded')).toBeTruthy();
  expect(ash.textContent).toContain('131 bpm');
  expect(within(brook).queryByText('Trend couldn’t be loaded')).toBeNull();
  clinic.lists.open = [rowOf('Ash'), rowOf('Brook')];
  await again();
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});
