import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokens } from '#lib/session/session.ts';
import { HeartRateHistogram } from './heart-rate-histogram.tsx';

vi.mock('../chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas data-testid="drawn" /> }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer());
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <HeartRateHistogram memberId="m" span={{ from: 0, to: 86_400 }} title="Heart rate" height={160} />
    </QueryClientProvider>,
  );
}

const buckets = (count: number) => [{ from: 60, to: 70, count }];

test('a heart rate that was never measured has no axes with percentages of nothing: the place says so', async () => {
  show(() => Response.json({ heart_rate: buckets(0) }));
  await screen.findByText('No heart rate was measured.');
  expect(screen.queryByTestId('drawn')).toBeNull();
});

test('what was counted is drawn, and said in words', async () => {
  show(() => Response.json({ heart_rate: buckets(12) }));
  await screen.findByText('Most often from 60 to 70 bpm.');
  expect(screen.getByTestId('drawn')).toBeTruthy();
});

test('a failure stands in the place of the chart, with the way to try again', async () => {
  show(() => Response.json({ error: { code: 'ticks_unavailable', message: 'Away.' } }, { status: 503 }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByTestId('drawn')).toBeNull();
});
