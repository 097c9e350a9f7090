import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { onFailure } from '#lib/failures.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { glucoseUnit } from '#lib/units.ts';
import { SummaryScreen } from './summary-screen.tsx';

// The charts have tests of their own, and need a canvas.
vi.mock('./components/summary-charts.tsx', () => ({ SummaryCharts: () => <p>Charts</p> }));
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <span>{children}</span> }));

const member = '5d0cba11-0000-4000-8000-000000000001';
const noBand = { status: 'unknown', since: null, lastSync: null, battery: null };
const days = { totalDays: 7, complianceDays: 5, compliancePercentage: 71 };
const complianceDays = [{ date: '2026-11-22', done: { weight: false, band: true, app: false, medication: false, meals: true } }];
const hypertension = {
  ...{ id: '1', name: 'Hypertension', codes: [], status: 'active', origin: 'clinic', notes: [], verification: 'confirmed' },
  ...{ severity: null, onset: '2015-04', onsetText: null, abated: null, recorded: null },
};
const other = { codes: [], origin: 'clinic', notes: [], reason: null };
const procedure = { ...other, id: '1', name: 'Spirometry', status: 'completed', performedFrom: '2024-09-03', performedTo: null };
const order = {
  ...{ ...other, id: '1', name: 'MRI of the head', status: 'active', intent: 'order', priority: 'urgent', doNotPerform: true },
  ...{ authored: '2025-02-11', plannedFrom: null, plannedTo: null, requester: null },
};
let byHand: object[];
/** By a part of the address. */
let answers: Record<string, () => Response>;

beforeEach(() => {
  byHand = [];
  queryClient.clear();
  glucoseUnit.set('mg/dL');
  configuration.set({ normalRanges: {} } as never);
  queryClient.setDefaultOptions({ queries: { retry: false } });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'nora', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  answers = {
    '/care-team': () => Response.json({ clinicians: [], careTeams: [], primaryTeam: null, primaryClinician: null }),
    '/note/last': () => Response.json(null),
    '/users/actions': () => Response.json({ content: [], totalElements: 0, page: 0, per_page: 20 }),
    '/latest': () => Response.json({ latest: {}, band: { status: 'unknown', since: null, lastSync: null, battery: null } }),
    '/facts': () =>
      Response.json({
        user_id: member,
        at: 0,
        timezone: 'UTC',
        data: { bmi: 24.44, heart_rate_mean: 71 },
        readings: {},
        missing: {},
        stale: [],
      }),
    '/compliance': () =>
      Response.json({
        ...{ weight: days, app: days, medication: days, meals: days, accountAgeDays: 40, complianceDays, activityDays: [] },
        band: { ...days, status: 'wearing', lastSync: Date.now() / 1000 - 3.5 * 86_400, sync: 'stale' },
      }),
    '/readings-by-hand': () => Response.json({ content: byHand, complete: true }),
    '/activities/': () => Response.json([]),
    '/conditions': () =>
      Response.json({
        content: [hypertension, { ...hypertension, id: '2', name: 'Asthma', abated: '2001' }],
        totalElements: 2,
        page: 0,
        size: 100,
      }),
    '/prescriptions': () => Response.json({ content: [], totalElements: 0, page: 0, size: 100 }),
    '/procedures': () =>
      Response.json({ content: [procedure, { ...procedure, id: '2', status: 'not-done' }], totalElements: 2, page: 0, size: 500 }),
    '/orders': () => Response.json({ content: [order, { ...order, id: '2', status: 'revoked' }], totalElements: 2, page: 0, size: 500 }),
    '/user_facts/': () =>
      Response.json({
        data: { weight: 80, relative_population_stroke: 1.84, e_anemia: 'yes' },
        readings: { relative_population_stroke: { timestamp: 1_780_000_000, source: 'Registry' } },
      }),
    '/registry/': () => Response.json({ id: member, personalInfo: {}, languageRegion: { timezone: 'UTC' } }),
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.href);
    const [, answer] = Object.entries(answers).find(([part]) => pathname.includes(part)) ?? [];
    return answer?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refuse = (status: number, code: string) => () => Response.json({ error: { code, message: `Refused with ${code}` } }, { status });
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SummaryScreen memberId={member} />
    </QueryClientProvider>,
  );

test('tells facts, compliance with the band that does not sync, and what there is none of', async () => {
  open();
  expect(await screen.findByText('BMI 24.4')).toBeTruthy();
  expect(screen.getAllByText('5 of 7 days')).toHaveLength(5);
  expect(screen.getByText('Band out of compliance: last sync 3 days ago')).toBeTruthy();
  expect(await screen.findByText('Hypertension')).toBeTruthy();
  expect(screen.getByText('1 resolved or ruled out')).toBeTruthy();
  expect(await screen.findByText('Spirometry')).toBeTruthy();
  expect(screen.getByText('1 not done yet or canceled')).toBeTruthy();
  expect(await screen.findByText('Do not do:')).toBeTruthy();
  expect(screen.getByText('1 completed or revoked')).toBeTruthy();
  expect(await screen.findByText('1.8 x')).toBeTruthy();
  expect(screen.getByText('Diagnosis: anemia')).toBeTruthy();
  expect(await screen.findByText('No notes yet.')).toBeTruthy();
  expect(await screen.findByText('Nobody is assigned to this member yet.')).toBeTruthy();
});

const glucoseHigh = {
  ...{ ruleId: member, title: 'Glucose high', severity: 'HIGH', side: 'high', limit: 181, aggregate: 'latest', window: '24h' },
  ...{ persistMinutes: 0, setBy: 'member', alert: 'ended', alertSince: 0 },
};

test.each([
  ['mg/dL', '181, Alert limit: 181 mg/dL or more (High), set for this member. Alert handled mg/dL', '181 mg/dL or more · alert handled'],
  [
    'mmol/L',
    '10.0, Alert limit: 10.05 mmol/L or more (High), set for this member. Alert handled mmol/L',
    '10.05 mmol/L or more · alert handled',
  ],
] as const)('a glucose out of range says by which limit, in %s', async (unit, said, limit) => {
  glucoseUnit.set(unit);
  const reading = { value: 181, timestamp: Date.now() / 1000, source: 'manual', outOfRange: glucoseHigh };
  const spo2 = { value: 97, timestamp: Date.now() / 1000, source: 'device' };
  answers['/latest'] = () => Response.json({ latest: { spo2, glucose: reading }, band: noBand });
  open();
  const name = await screen.findByText('Glucose');
  expect(name.nextElementSibling?.textContent).toBe(said);
  expect(screen.getByText(limit)).toBeTruthy();
  const names = [...screen.getByLabelText('Latest readings').querySelectorAll('dt')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Glucose', 'SpO2']);
});

test('opens on what is open about the member, the worst first, with who has it', async () => {
  const action = (title: string, priority: string, assignee: object | null) => ({
    ...{ action_id: crypto.randomUUID(), title, priority, assignee, time_created: Date.now() / 1000 - 600 },
  });
  const content = [
    action('SpO2 91 % or less', 'CRITICAL', null),
    action('Weight gain', 'HIGH', { id: member, firstName: 'Nora', lastName: 'Nurse' }),
  ];
  answers['/users/actions'] = () => Response.json({ content, totalElements: 5, page: 0, per_page: 20 });
  open();
  const alerts = await screen.findByRole('region', { name: 'Open alerts and actions' });
  const rows = [...alerts.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['CriticalSpO2 91 % or less10 min agoNot assigned', 'HighWeight gain10 min agoAssigned to Nora Nurse']);
  expect(alerts.textContent).toMatch(/1 more Open on Today$/);
});

test.each([
  ['/facts', 'Facts'],
  ['/compliance', 'Compliance'],
  ['/activities/', 'Activities'],
  ['/registry/', 'Account'],
])('fails as a whole when %s fails, says why, and is tried again as a whole', async (part, name) => {
  const before = answers[part];
  answers[part] = refuse(503, 'ticks_unavailable');
  open();
  expect(await screen.findByText(new RegExp(`^${name}: .+`))).toBeTruthy();
  expect(screen.queryByText('Charts')).toBeNull();
  if (before) answers[part] = before;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Charts')).toBeTruthy();
});

test.each([
  ['/note/last', 'The last note couldn’t be loaded.'],
  ['/conditions', 'The conditions couldn’t be loaded.'],
  ['/prescriptions', 'The prescriptions couldn’t be loaded.'],
  ['/procedures', 'The procedures couldn’t be loaded.'],
  ['/orders', 'The orders couldn’t be loaded.'],
  ['/user_facts/', 'Risks and diagnoses couldn’t be loaded.'],
  ['/care-team', 'The care team couldn’t be loaded.'],
])('when %s fails it says so in its own place, and the rest stands', async (part, said) => {
  answers[part] = refuse(409, 'conflict');
  open();
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByText('Charts')).toBeTruthy();
});

test('an account that is on hold is no refusal: the page says so', async () => {
  answers['/compliance'] = refuse(403, 'account_on_hold');
  open();
  expect(await screen.findByText('Compliance: Refused with account_on_hold')).toBeTruthy();
});

test('a refusal shows nothing of the member and is reported, so that the portal tells it and leads away', async () => {
  const reported = vi.fn();
  const stop = onFailure(reported);
  answers['/compliance'] = refuse(403, 'no_access_to_user');
  open();
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(expect.objectContaining({ status: 403 })));
  await vi.waitFor(() => expect(document.body.textContent).toBe(''));
  stop();
});

test('readings that were typed in by hand elsewhere stand in Logged, with value and origin, among what was logged here', async () => {
  const now = Math.floor(Date.now() / 1000);
  byHand = [
    { timestamp: now - 60, receivedAt: now * 1000, values: [{ metric: 'body_temp', value: 37.2 }] },
    {
      ...{ timestamp: now - 7_200, receivedAt: now * 1000 },
      values: [
        { metric: 'diastolic', value: 82 },
        { metric: 'systolic', value: 128 },
      ],
    },
  ];
  answers['/activities/'] = () =>
    Response.json([
      {
        ...{ id: 'a', activityType: 'LOGGING_GLUCOSE', timestamp: now - 3_600, activityDetails: { glucose: 108 }, activities: [] },
        ...{ title: null, description: null, loggedBy: { id: 'nora', firstName: 'Nora', lastName: 'Nurse', role: 'nurse' } },
      },
    ]);
  open();
  const card = await screen.findByRole('region', { name: 'Logged' });
  await within(card).findByText('128/82 mmHg');
  const rows = within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Body temperature .*entered by hand in another system/);
  expect(rows[1]).toMatch(/Glucose 108 mg\/dL by Nora Nurse/);
  expect(rows[2]).toMatch(/Blood pressure 128\/82 mmHg entered by hand in another system/);
});
