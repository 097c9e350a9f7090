import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { TimelineScreen } from './timeline-screen.tsx';

const entry = {
  ...{ id: 'e1', at: Date.parse('2026-11-22T05:30:00Z'), kind: 'TASK', clinician: null, teamType: null, assignmentType: null },
  ...{ careTeam: null, call: null, task: { type: 'CHART_REVIEW', seconds: 120 }, executedBy: null },
};

beforeEach(() => {
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'nora', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['America/Los_Angeles', 'Nov 21, 2026', '9:30 PM'],
  ['Pacific/Auckland', 'Nov 22, 2026', '6:30 PM'],
])('days and times of the timeline are those of the member, here in %s, wherever the reader sits', async (timezone, day, time) => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/timeline') ? { content: [entry], complete: true } : { id: 'm', languageRegion: { timezone } }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <TimelineScreen memberId="m" />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: day })).toBeTruthy();
  // Browsers part the time from AM and PM by a narrow space of their own.
  expect(document.querySelector('time')?.textContent?.replaceAll(/\s/g, ' ')).toBe(time);
});
