import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { chosenScopes } from '../chosen-scope.ts';
import { TodayScreen } from '../today-screen.tsx';

export const me = '44444444-4444-4444-8444-444444444444';
/** The clock stands still: an age that is read is the one that was given, however long the machine takes. Unix seconds. */
export const now = Date.UTC(2026, 2, 10, 12) / 1000;
export const idOf = (name: string) =>
  `00000000-0000-4000-8000-${[...name]
    .map((char) => char.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`;
export const rowOf = (name: string, over: Partial<TodayRow> = {}): TodayRow => ({
  user_id: idOf(name),
  user: { firstName: 'Ada', lastName: name, birthday: '1950-01-01', sex: 'female', mrn: null, timezone: 'UTC', onHold: false },
  severity: 'HIGH',
  reason: {
    ...{ title: 'Pulse high', since: now - 7_200, metric: 'heart_rate', unit: 'bpm' },
    fired: { value: 118, baseline: 74, at: now - 7_200, timeframe: '1h', compared: '28d' },
    latest: { value: 131, at: now - 240, isStale: false, outOfRange: null },
  },
  course: { values: [100, null, 131], stepSeconds: 3_600, reference: 74 },
  isCourseUnavailable: false,
  ...{
    assignee: null,
    assigneeRole: 'nurse',
    isOverdue: false,
    gaps: [],
    review: null,
    reviewable: 'yes' as const,
    mark: `mark of ${name}`,
    dataAt: now - 240,
  },
  actions: [
    {
      ...{ action_id: idOf(`action ${name}`), title: 'Pulse high', action_category: 'BIOMETRICS', priority: 'HIGH' },
      ...{ due_date: null, may_handle: true },
    },
  ],
  alarms: [
    {
      ...{ id: idOf(`alarm ${name}`), title: 'Pulse high', state: 'raised', severity: 'HIGH', level: 1, isJudged: true, by: null },
      ...{ raisedAt: now - 7_200, dueAt: null, version: 3, may_answer: true, notified: [], next: null, also: [] },
      action_ids: [idOf(`action ${name}`)],
    },
  ],
  news2: { low: 6, high: 20, known: 2 },
  band: { status: 'wearing', since: now - 600, lastSync: now - 300, battery: 80 },
  ...over,
});

/** What the server says, and what it was asked and sent. */
interface TodayClinic {
  lists: { open: TodayRow[]; gaps: TodayRow[]; reviewed: TodayRow[] };
  sent: { method: string; path: string; body: Record<string, unknown> | null }[];
  asked: URL[];
  /** What a path is answered with in the place of what is usual. */
  answer: ((path: string) => Response | Promise<Response> | null) | null;
  notEvaluated: { members: number; since: number | null; because: 'restarted' | 'first_rules' | 'no_rules' | 'being_set_up' } | null;
  /** Actions about which an intervention was begun. */
  begun: string[];
}
const quiet = (): TodayClinic => ({
  ...{ lists: { open: [], gaps: [], reviewed: [] }, sent: [], asked: [], answer: null, notEvaluated: null, begun: [] },
});
export const clinic: TodayClinic = quiet();

/** A clinic whose server tells nothing yet, anew for each test of the file that calls this. */
export function setUpTodayClinic(): void {
  // The first test compiles MUI on the way; a busy machine takes its time for that.
  configure({ asyncUtilTimeout: 15_000 });
  vi.setConfig({ testTimeout: 60_000 });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
    Object.assign(clinic, quiet());
    queryClient.clear();
    chosenScopes.set({});
    Element.prototype.scrollIntoView = () => undefined;
    vi.stubGlobal('scrollTo', () => undefined);
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      const url = new URL(address, location.href);
      const special = clinic.answer?.(url.pathname);
      if (method !== 'GET') clinic.sent.push({ method, path: url.pathname, body: body ? JSON.parse(String(body)) : null });
      if (special) return special;
      const self = { id: me, firstName: 'Own', lastName: 'Name' };
      if (url.pathname.endsWith('/snooze')) return Response.json({ ...rowOf('x').alarms[0], state: 'snoozed', by: self });
      if (url.pathname.endsWith('/alarms/acknowledge')) return Response.json(acknowledged(clinic.sent.at(-1)?.body as never));
      if (url.pathname.endsWith('/alarms/undo')) return Response.json({ results: [{ id: me, outcome: 'undone', by: null }], alarms: [] });
      if (method !== 'GET') return Response.json(clinic.lists.open[0] ?? rowOf('x'));
      if (url.pathname.endsWith('/cohorts')) return Response.json([]);
      clinic.asked.push(url);
      const list = (url.searchParams.get('list') ?? 'open') as keyof TodayClinic['lists'];
      const counts = { open: clinic.lists.open.length, gaps: clinic.lists.gaps.length, reviewed: clinic.lists.reviewed.length };
      return Response.json({
        content: clinic.lists[list],
        totalElements: counts[list],
        counts,
        order: [],
        page: 0,
        per_page: 25,
        asOf: now,
        notEvaluated: clinic.notEvaluated,
      });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Everything that was sent is acknowledged, and nothing else stands. */
export const acknowledged = ({ alarms }: { alarms: { id: string }[] }) => ({
  results: alarms.map(({ id }) => ({ id, outcome: 'acknowledged' })),
  alarms: alarms.map(({ id }) => ({ ...rowOf('x').alarms[0], id, state: 'acknowledged' })),
});
export const acknowledgePath = (name: string) => `/alerts/api/v1/users/${idOf(name)}/alarms/acknowledge`;

/** Opens Today as somebody of this role. */
export async function start(role: Role = 'nurse', more: readonly Role[] = []) {
  clinic.begun.length = 0;
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: now + 900 });
  session.set({ userId: me, tenant: { tenant: 'demo', tenant_ID: me, role_ID: role, roles: [role, ...more] }, severalTenants: false });
  const page = () => (
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <TodayScreen
          calendar={null}
          messages={null}
          call={() => null}
          work={({ memberId, onClose }) => (
            <button type="button" onClick={onClose}>
              Work on {memberId}
            </button>
          )}
          beginIntervention={(_member, action) => clinic.begun.push(action)}
        />
      </SnackbarProvider>
    </QueryClientProvider>
  );
  const root = createRootRoute({ component: page, validateSearch: () => ({ scope: '', cohort: '', page: 1 }) });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />);
}

export const rows = () => screen.findAllByRole('listitem').then((items) => items.filter((item) => item.dataset.row));
export const names = async () => (await rows()).map((item) => within(item).getAllByRole('button')[0]?.textContent);
export const again = () => queryClient.invalidateQueries();
