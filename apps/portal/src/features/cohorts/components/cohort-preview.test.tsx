import { metricUnits } from '@vigil/domain/units/testing/units';
import '#ui/messages.ts';
import '../messages.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CohortPreview } from './cohort-preview.tsx';

afterEach(cleanup);

test.each([true, false])('a count without a condition that cannot be says so (%s)', (partly) => {
  const meta = { count: 14, unknown: 20, population: 61, rows: [], conditions: [] };
  render(
    <CohortPreview
      {...{ preview: { meta } as never, failure: null, late: false, facts: [], units: metricUnits, mayCount: true, partly }}
    />,
  );
  expect(screen.getByRole('status').textContent).toMatch(/^14/);
  expect(screen.queryAllByText('Counted without the condition that is marked.')).toHaveLength(partly ? 1 : 0);
});
