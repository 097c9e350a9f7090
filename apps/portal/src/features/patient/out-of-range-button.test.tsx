import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { glucoseUnit } from '#lib/units.ts';
import './messages.ts';
import { OutOfRangeButton } from './out-of-range-button.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a> }));

const nowSeconds = 1_800_000_000;
afterEach(cleanup);

const mark = (over: Partial<OutOfRange>): OutOfRange => ({
  ...({ ruleId: 'a', title: 'A rule', severity: 'HIGH', side: 'high', limit: 160, aggregate: 'latest', window: '24h' } as const),
  ...({ persistMinutes: 0, setBy: 'tenant', alert: 'open', alertSince: nowSeconds - 60 } as const),
  ...over,
});
const reading = (value: number, outOfRange?: OutOfRange, ageSeconds = 60) => ({
  ...({ value, timestamp: nowSeconds - ageSeconds, source: 'manual' } as const),
  ...(outOfRange && { outOfRange }),
});
const show = (latest: Record<string, ReturnType<typeof reading>>) =>
  render(
    <OutOfRangeButton
      memberId="m"
      latest={{ latest, band: { status: 'unknown', since: null, lastSync: null, battery: null } }}
      nowSeconds={nowSeconds}
    />,
  );

test('nothing stands there while every reading is within the member’s limits', () => {
  const { container } = show({ spo2: reading(80), heart_rate: reading(70) });
  expect(container.textContent).toBe('');
});

test('the most severe come first, further ones are counted, and the name says all of them', () => {
  show({
    systolic: reading(184, mark({ severity: 'CRITICAL' })),
    spo2: reading(92, mark({ side: 'low', limit: 93 })),
    body_temp: reading(38.4, mark({ severity: 'MEDIUM', limit: 38.1 })),
  });
  const button = screen.getByRole('button', {
    name: /^Out of range: Systolic pressure 184 mmHg, SpO2 92 %, Body temperature 101\.1 °F\. Show why\.$/,
  });
  expect(button.textContent).toBe('Systolic pressure 184 mmHgSpO2 92 %+1+2');
});

test.each<[string, Partial<OutOfRange>, string, string]>([
  ['an open alert', {}, 'Alert limit: 160 mmHg or more (High)', 'Alert open'],
  ['a limit of their own', { setBy: 'member', limit: 150 }, 'Alert limit: 150 mmHg or more (High), set for this member', 'Alert open'],
  ['an ended one', { alert: 'ended' }, 'Alert limit: 160 mmHg or more (High)', 'Alert handled'],
  [
    'one that has to last',
    { alert: 'pending', alertSince: nowSeconds - 400, persistMinutes: 15 },
    'Alert limit: 160 mmHg or more (High)',
    'No alert yet: 6 min of 15 min',
  ],
  [
    'a mean within the limit',
    { alert: 'none', alertSince: null, aggregate: 'mean', window: '1h' },
    'Alert limit: 160 mmHg or more (High)',
    'No alert: the mean of 1 h is within the limit',
  ],
  ['a comparison', { limit: null, title: 'Above the last week' }, 'Alert: Above the last week (High)', 'Alert open'],
])('on a press it says why, of %s', async (_, over, rule, alert) => {
  show({ systolic: reading(165, mark(over)) });
  await userEvent.click(screen.getByRole('button'));
  const why = within(await screen.findByRole('dialog', { name: 'Out of range' }));
  expect([why.getByText(rule).textContent, why.getByText(alert).textContent]).toEqual([rule, alert]);
  expect(why.queryByText('Open on Today') !== null).toBe((over.alert ?? 'open') === 'open');
});

test('a limit is told in the reader’s unit, exactly', async () => {
  glucoseUnit.set('mmol/L');
  show({ glucose: reading(181, mark({ limit: 181 })) });
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Alert limit: 10.05 mmol/L or more (High)')).toBeTruthy();
});
