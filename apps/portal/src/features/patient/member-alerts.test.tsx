import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { glucoseUnit } from '#lib/units.ts';
import '#ui/messages.ts';
import { MemberAlerts } from './member-alerts.tsx';
import './messages.ts';

const nowSeconds = 1_800_000_000;
afterEach(cleanup);

test.each([
  ['mg/dL', 181, 'Glucose 181 mg/dL, 1 min ago: beyond its limits'],
  ['mmol/L', 181, 'Glucose 10.0 mmol/L, 1 min ago: just above 10.0 mmol/L'],
  ['mmol/L', 182, 'Glucose 10.1 mmol/L, 1 min ago: beyond its limits'],
] as const)('in %s an alert about %d mg/dL says %s', (unit, value, said) => {
  configuration.set({ normalRanges: {} } as never);
  glucoseUnit.set(unit);
  const band = { status: 'unknown', since: null, lastSync: null, battery: null } as const;
  const glucose = { value, timestamp: nowSeconds - 60, source: 'manual' } as const;
  render(<MemberAlerts latest={{ latest: { glucose }, band } as never} nowSeconds={nowSeconds} />);
  expect(screen.getByText(/^Glucose/).title).toBe(said);
});
