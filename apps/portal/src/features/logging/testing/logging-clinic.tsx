import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Activity } from '@vigil/contract/activities.contract';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { glucoseUnit, unitSystem } from '#lib/units.ts';
import { advisedLogs } from '../advised-logs.ts';
import { logDrafts } from '../log-drafts.ts';
import { LoggingScreen } from '../logging-screen.tsx';

export const me = '5d0cba11-0000-4000-8000-000000000001';
export const nora = '5d0cba11-0000-4000-8000-000000000002';

/** What the server holds and says, and what it was sent. */
interface LoggedAtServer {
  stored: Activity[];
  sent: { readonly id: string }[];
  failing: (() => Response | Promise<Response>) | null;
  accountStatus: string;
  zone: string;
  concerns: object[];
  adviceById: Record<string, object[]>;
  notified: { state: string; at: number | null };
  checked: object[];
  /** The server's answer about what is typed waits for it. */
  checking: Promise<unknown>;
  elsewhere: { timestamp: number; receivedAt: number; values: { metric: string; value: number }[] }[];
  takenBack: object[];
  latest: Record<string, { value: number; timestamp: number; source: string }>;
}
const empty = (): LoggedAtServer => ({
  ...{ stored: [], sent: [], failing: null, accountStatus: 'ACTIVE', zone: 'UTC', latest: {}, elsewhere: [], takenBack: [] },
  ...{ concerns: [], notified: { state: 'nobody', at: null }, checked: [], checking: Promise.resolve(), adviceById: {} },
});
export const log: LoggedAtServer = empty();

export const activityOf = (body: Record<string, unknown>): Activity =>
  ({
    ...{ status: 'DONE', contentType: 'ACTIVITY', from: '06-10-2026', to: '06-10-2026', timestamp: 1_780_000_000, tz: 'UTC', title: null },
    ...{ subtitle: null, description: null, schedule: null, when: null, activityDetails: {}, activities: [], takenBack: null },
    ...{ loggedBy: { id: me, firstName: 'Maya', lastName: 'Miller', role: 'patient' }, loggedAt: 1_780_000_000_000 },
    ...body,
  }) as unknown as Activity;

/** A server that holds nothing yet, anew for each test of the file that calls this; the member is signed in. */
export function setUpLogging(): void {
  // A loaded machine draws the first dialog and the first form slowly.
  vi.setConfig({ testTimeout: 30_000 });
  beforeEach(() => {
    Object.assign(log, empty());
    queryClient.clear();
    sessionStorage.clear();
    unitSystem.set('metric');
    glucoseUnit.set('mg/dL');
    signInAs(me, 'patient');
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      const { pathname } = new URL(address, location.href);
      if (pathname.startsWith('/registry/'))
        return Response.json({
          id: me,
          accountStatus: log.accountStatus,
          languageRegion: { timezone: log.zone, country: 'NZ' },
          personalInfo: {},
        });
      if (pathname.endsWith('/readings-by-hand')) return Response.json({ content: log.elsewhere, complete: true });
      if (pathname.endsWith('/latest')) return log.failing?.() ?? Response.json({ latest: log.latest, band: { status: 'UNKNOWN' } });
      if (pathname.endsWith('/advice')) {
        const [, id = ''] = /activities\/([0-9a-f-]{36})\/advice$/.exec(pathname) ?? [];
        return Response.json({ concerns: log.adviceById[id] ?? log.concerns, notified: log.notified });
      }
      if (method === 'GET') return log.failing?.() ?? Response.json(log.stored);
      if (log.failing) return log.failing();
      if (pathname.endsWith('/check')) {
        log.checked.push(JSON.parse(String(body)));
        await log.checking;
        return Response.json({ concerns: log.concerns });
      }
      if (pathname.startsWith('/blob/')) return Response.json({ url: '/blob/of-the-meal.jpg' });
      if (pathname.endsWith('/ticks/taken-back')) {
        log.takenBack.push(JSON.parse(String(body)));
        log.elsewhere = [];
        return Response.json([]);
      }
      if (pathname.endsWith('/taken-back')) {
        const [, id] = /activities\/([0-9a-f-]{36})\/taken-back$/.exec(pathname) ?? [];
        log.stored = log.stored.filter((one) => one.id !== id);
        return Response.json(activityOf({ id, activityType: 'LOGGING_WEIGHT' }));
      }
      const given = JSON.parse(String(body));
      log.sent.push(given);
      const activity = activityOf(given);
      log.stored = [activity, ...log.stored.filter(({ id }) => id !== activity.id)];
      return Response.json({ ...activity, concerns: log.concerns });
    });
  });
  afterEach(async () => {
    cleanup();
    for (const { id } of logDrafts.of(me)) logDrafts.remove(me, id);
    for (const { id } of advisedLogs.of(me)) advisedLogs.remove(me, id);
    vi.unstubAllGlobals();
    await i18next.changeLanguage('en');
  });
}

export function signInAs(userId: string, role: 'patient' | 'nurse' | 'observer') {
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
}

export function open() {
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <LoggingScreen memberId={me} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), unmount };
}
export const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
export const typeGlucose = async (user: ReturnType<typeof userEvent.setup>, unit: string, typed: string) => {
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText(`Glucose in ${unit}`), typed);
  await press(user, 'Save');
};
export const unreachable = () => {
  throw new TypeError('Failed to fetch');
};

export async function typePressure(user: ReturnType<typeof userEvent.setup>, systolic: string, diastolic: string) {
  await press(user, 'Blood pressure');
  await user.type(await screen.findByLabelText(/^Upper value/), systolic);
  await user.type(screen.getByLabelText(/^Lower value/), diastolic);
  await press(user, 'Save');
}
export const veryHigh = [{ metric: 'systolic', side: 'high', advice: 'pressure_very_high' }];
