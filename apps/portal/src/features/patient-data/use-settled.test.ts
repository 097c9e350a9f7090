import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimeSpan } from '#charts/series.ts';
import { useSettled } from './use-settled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const settling = (first: TimeSpan | null) =>
  renderHook(({ zoom }: { zoom: TimeSpan | null }) => useSettled(zoom, 250), { initialProps: { zoom: first } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('a zoom that goes on changing is taken once, when it is done', () => {
  const { result, rerender } = settling(null);
  for (const to of [40, 30, 20]) {
    rerender({ zoom: { from: 10, to } });
    pass(100);
    expect(result.current).toBeNull();
  }
  pass(250);
  expect(result.current).toEqual({ from: 10, to: 20 });
});

test('the whole range comes back at once', () => {
  const { result, rerender } = settling({ from: 10, to: 20 });
  expect(result.current).toEqual({ from: 10, to: 20 });
  rerender({ zoom: null });
  expect(result.current).toBeNull();
});
