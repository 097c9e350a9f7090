import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chart } from './chart.tsx';
import type { ChartProps } from './chart-props.ts';
import { readingPoint, type Series } from './series.ts';

// A laid-out page is the browser's affair: here nothing is near the window, so that no canvas is asked for.
class Observer {
  observe() {}
  disconnect() {}
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hour = 3600;
const start = Date.parse('2026-11-19T08:00:00Z') / 1000;
const series: Series = {
  key: 'heart_rate',
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart',
  limits: { low: 51, high: 90 },
  points: [60, 72, 118, 0.5, 64].map((value, index) => readingPoint(start + index * 600, value)),
};
const frame = { span: { from: start, to: start + 24 * hour }, zone: 'America/Los_Angeles' };
const axis = { kind: 'specified', low: 35, high: 230 } as const;
const show = (more: Partial<ChartProps> = {}) =>
  render(<Chart kind="basic-line" title="Heart rate" series={[series]} axis={axis} frame={frame} {...more} />);
const said = () => screen.getByRole('slider').getAttribute('aria-valuetext');
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('slider'), { key });
};

describe('a chart by keyboard', () => {
  it('says the latest reading before a key is pressed, then each reading with its time and what is wrong with it', () => {
    show();
    expect(said()).toBe('12:40 AM, 64 bpm');
    press('Home');
    expect(said()).toBe('12:00 AM, 60 bpm');
    press('ArrowRight', 'ArrowRight');
    expect(said()).toBe('12:20 AM, 118 bpm, above normal');
    press('ArrowRight');
    expect(said()).toContain('below normal');
    press('End');
    expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('5');
  });

  it('shows to the eye what it says', () => {
    show();
    press('Home');
    expect(screen.getByText('60 bpm')).toBeDefined();
    press('Escape');
    expect(screen.queryByText('60 bpm')).toBeNull();
  });

  it('stops at what was marked, and says it', () => {
    show({ annotations: [{ at: start + 5 * hour, kind: 'medication', label: 'Metoprolol 25 → 50 mg' }] });
    press('End');
    expect(said()).toBe('5:00 AM, Medication: Metoprolol 25 → 50 mg');
  });

  it('leaves keys with Ctrl or Alt to the browser', () => {
    show();
    expect(fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home', altKey: true })).toBe(true);
    expect(said()).toBe('12:40 AM, 64 bpm');
  });
});

describe('a chart in words', () => {
  it('is described by the figures, the normal range and the marks', () => {
    show({ annotations: [{ at: start + hour, kind: 'alert', label: 'Heart rate high' }], usual: [{ ...frame.span, low: 55, high: 80 }] });
    const described = document.getElementById(screen.getByRole('slider').getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(
      'Mean 63 bpm, from 1 bpm to 118 bpm; last 64 bpm (12:40 AM). 2 readings beyond the normal range. Usually 55 to 80 bpm. Marked: 1 alert.',
    );
  });

  it('says that it is being loaded, and offers no readings', () => {
    show({ state: 'loading' });
    expect(screen.getByRole('figure').getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Heart rate is being loaded.')).toBeDefined();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('says of what people write down that nothing was logged', () => {
    show({ kind: 'meal-dots', title: 'Meals', series: [] });
    expect(screen.getByText('Nothing was logged on Nov 19, 2026.')).toBeDefined();
  });

  it('says that nothing was measured, and the next step', () => {
    show({ series: [{ ...series, points: [] }], whenEmpty: <a href="#last">Go to Nov 12</a> });
    expect(screen.getByText('Nothing was measured on Nov 19, 2026.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Nov 12' })).toBeDefined();
  });

  it('says that it failed, and tries again on request', () => {
    const onRetry = vi.fn();
    show({ state: { failed: 'The readings are safe, but cannot be shown.', onRetry } });
    expect(screen.getByRole('alert').textContent).toContain('The readings are safe');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
