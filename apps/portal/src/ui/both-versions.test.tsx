import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { BothVersions } from './both-versions.tsx';

afterEach(cleanup);

test('what another one saved takes the focus, says who saved it, and either version can be chosen', async () => {
  const [mine, theirs] = [vi.fn(), vi.fn()];
  render(
    <BothVersions title="Somebody else has saved this program" by="Nurse Synthetic" at={0} onKeepMine={mine} onTakeTheirs={theirs}>
      <details>
        <summary>Walking</summary>
      </details>
    </BothVersions>,
  );
  const box = screen.getByRole('alert', { name: 'Somebody else has saved this program' });
  expect(document.activeElement).toBe(box);
  expect(box.textContent).toContain('Nurse Synthetic');
  const [keep, take] = screen.getAllByRole('button');
  if (!keep || !take) throw new Error('There are two to choose from');
  await userEvent.click(keep);
  expect([mine.mock.calls.length, theirs.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(take);
  expect([mine.mock.calls.length, theirs.mock.calls.length]).toEqual([1, 1]);
});
