import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Activity } from '@vigil/contract/activities.contract';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { glucoseUnit, unitSystem } from '#lib/units.ts';
import { advisedLogs } from './advised-logs.ts';
import type { SavedActivity } from './api/logging.ts';
import { logDrafts } from './log-drafts.ts';
import { LoggingScreen } from './logging-screen.tsx';

// Pictures are drawn by browsers alone.
vi.mock('./photo.ts', () => ({ photoOf: async () => new Uint8Array([1]) }));
// A loaded machine draws the first dialog and the first form slowly.
vi.setConfig({ testTimeout: 30_000 });

const me = '5d0cba11-0000-4000-8000-000000000001';
const nora = '5d0cba11-0000-4000-8000-000000000002';
let stored: Activity[];
let sent: { readonly id: string }[];
let failing: (() => Response | Promise<Response>) | null;
let accountStatus: string;
let zone: string;
let concerns: object[];
let adviceById: Record<string, object[]>;
let notified: { state: string; at: number | null };
let checked: object[];
/** The server's answer about what is typed waits for it. */
let checking: Promise<unknown>;
let elsewhere: { timestamp: number; receivedAt: number; values: { metric: string; value: number }[] }[];
let takenBack: object[];
let latest: Record<string, { value: number; timestamp: number; source: string }>;

const activityOf = (body: Record<string, unknown>): Activity =>
  ({
    ...{ status: 'DONE', contentType: 'ACTIVITY', from: '06-10-2026', to: '06-10-2026', timestamp: 1_780_000_000, tz: 'UTC', title: null },
    ...{ subtitle: null, description: null, schedule: null, when: null, activityDetails: {}, activities: [], takenBack: null },
    ...{ loggedBy: { id: me, firstName: 'Maya', lastName: 'Miller', role: 'patient' }, loggedAt: 1_780_000_000_000 },
    ...body,
  }) as unknown as Activity;

beforeEach(() => {
  [stored, sent, failing, accountStatus, latest] = [[], [], null, 'ACTIVE', {}];
  [elsewhere, takenBack] = [[], []];
  zone = 'UTC';
  checking = Promise.resolve();
  [concerns, notified, checked, adviceById] = [[], { state: 'nobody', at: null }, [], {}];
  queryClient.clear();
  sessionStorage.clear();
  unitSystem.set('metric');
  glucoseUnit.set('mg/dL');
  signInAs(me, 'patient');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname.startsWith('/registry/'))
      return Response.json({ id: me, accountStatus, languageRegion: { timezone: zone, country: 'NZ' }, personalInfo: {} });
    if (pathname.endsWith('/readings-by-hand')) return Response.json({ content: elsewhere, complete: true });
    if (pathname.endsWith('/latest')) return failing?.() ?? Response.json({ latest, band: { status: 'UNKNOWN' } });
    if (pathname.endsWith('/advice')) {
      const [, id = ''] = /activities\/([0-9a-f-]{36})\/advice$/.exec(pathname) ?? [];
      return Response.json({ concerns: adviceById[id] ?? concerns, notified });
    }
    if (method === 'GET') return failing?.() ?? Response.json(stored);
    if (failing) return failing();
    if (pathname.endsWith('/check')) {
      checked.push(JSON.parse(String(body)));
      await checking;
      return Response.json({ concerns });
    }
    if (pathname.startsWith('/blob/')) return Response.json({ url: '/blob/of-the-meal.jpg' });
    if (pathname.endsWith('/ticks/taken-back')) {
      takenBack.push(JSON.parse(String(body)));
      elsewhere = [];
      return Response.json([]);
    }
    if (pathname.endsWith('/taken-back')) {
      const [, id] = /activities\/([0-9a-f-]{36})\/taken-back$/.exec(pathname) ?? [];
      stored = stored.filter((one) => one.id !== id);
      return Response.json(activityOf({ id, activityType: 'LOGGING_WEIGHT' }));
    }
    const given = JSON.parse(String(body));
    sent.push(given);
    const activity = activityOf(given);
    stored = [activity, ...stored.filter(({ id }) => id !== activity.id)];
    return Response.json({ ...activity, concerns });
  });
});
afterEach(async () => {
  cleanup();
  for (const { id } of logDrafts.of(me)) logDrafts.remove(me, id);
  for (const { id } of advisedLogs.of(me)) advisedLogs.remove(me, id);
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

function signInAs(userId: string, role: 'patient' | 'nurse' | 'observer') {
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] }, severalTenants: false });
}

function open() {
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <LoggingScreen memberId={me} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), unmount };
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('button', { name }));
const typeGlucose = async (user: ReturnType<typeof userEvent.setup>, unit: string, typed: string) => {
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText(`Glucose in ${unit}`), typed);
  await press(user, 'Save');
};
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};

test('a weight is logged in the person’s unit, told as saved, and stands in the list', async () => {
  unitSystem.set('imperial');
  const { user } = open();
  await press(user, 'Weight');
  const field = await screen.findByLabelText('Weight in lbs');
  expect(screen.getByText('7 to 1,102 lbs')).toBeTruthy();
  await user.type(field, '176.4');
  await press(user, 'Save');
  expect(await screen.findByText('Saved: Weight 176.4 lbs')).toBeTruthy();
  expect(sent).toMatchObject([{ activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80.013694 } }]);
  expect(await screen.findByRole('button', { name: 'Remove Weight 176.4 lbs' })).toBeTruthy();
  expect(logDrafts.of(me)).toEqual([]);
  expect(document.activeElement?.textContent).toBe('What would you like to log?');
});

test('what cannot be is told beside the field, and what was typed stays', async () => {
  const { user } = open();
  await press(user, 'Blood pressure');
  await user.type(await screen.findByLabelText(/^Upper value/), '1280');
  await press(user, 'Save');
  expect(await screen.findByText('Enter 40 to 300 mmHg')).toBeTruthy();
  expect(screen.getByText('Enter a value')).toBeTruthy();
  const upper = screen.getByLabelText(/^Upper value/) as HTMLInputElement;
  expect([upper.value, upper.getAttribute('aria-invalid')]).toEqual(['1280', 'true']);
  expect(sent).toEqual([]);
});

test('a rare value is asked about: it is sent after a yes, and kept to be changed after a no', async () => {
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mg/dL'), '39');
  await press(user, 'Save');
  expect(await screen.findByText('That’s an unusual value. Is 39 mg/dL correct? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Change it');
  expect((screen.getByLabelText('Glucose in mg/dL') as HTMLInputElement).value).toBe('39');
  expect(sent).toEqual([]);
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { glucose: 39 } }]));
});

test('glucose is typed in the person’s unit: low in mmol/L is asked about, and kept in mg/dL', async () => {
  glucoseUnit.set('mmol/L');
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mmol/L'), '2,1');
  await press(user, 'Save');
  expect(await screen.findByText('That’s an unusual value. Is 2,1 mmol/L correct? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Yes, it’s correct');
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { glucose: 37.83822 } }]));
  glucoseUnit.set('mg/dL');
});

test('a weight far from the last one of the scale is asked about, though none was ever typed', async () => {
  latest = { weight: { value: 63.8, timestamp: Date.now() / 1000 - 86_400, source: 'SCALE' } };
  const { user } = open();
  await press(user, 'Weight');
  await user.type(await screen.findByLabelText('Weight in kg'), '82.2');
  await press(user, 'Save');
  expect(await screen.findByText('The last weight was 63.8 kg. Is 82.2 kg correct? It isn’t saved yet.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('without a connection it says so and keeps it, over a reload; sent again it goes under the same id', async () => {
  const { user, unmount } = open();
  await press(user, 'Weight');
  failing = unreachable;
  await user.type(await screen.findByLabelText('Weight in kg'), '81,4');
  await press(user, 'Save');
  expect(await screen.findByText(/No connection. It’s kept in this tab/)).toBeTruthy();
  const [kept] = logDrafts.of(me);
  unmount();
  failing = null;
  open();
  await press(user, 'Send again');
  expect(await screen.findByText('Saved: Weight 81.4 kg')).toBeTruthy();
  expect(sent).toMatchObject([{ id: kept?.id, activityDetails: { weight: 81.4 } }]);
});

test('a photo that could not be sent is kept, and sent again without being taken again', async () => {
  const { user } = open();
  await press(user, 'Meal');
  failing = unreachable;
  await user.upload(await screen.findByLabelText('Photo'), new File(['soup'], 'soup.jpg', { type: 'image/jpeg' }));
  const again = await screen.findByRole('button', { name: 'Send the photo again' });
  failing = null;
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Replace photo' })).toBeTruthy();
  await press(user, 'Save');
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { imageUrl: '/blob/of-the-meal.jpg' } }]));
});

test('what is half written is there again after a reload', async () => {
  const { user, unmount } = open();
  await press(user, 'Medication');
  await user.type(await screen.findByLabelText('Name and strength'), 'Metop');
  unmount();
  open();
  expect(((await screen.findByLabelText('Name and strength')) as HTMLInputElement).value).toBe('Metop');
});

test('what was opened and left empty is forgotten, with the time of then', async () => {
  const { user, unmount } = open();
  await press(user, 'Weight');
  await screen.findByLabelText('Weight in kg');
  const [empty] = logDrafts.of(me);
  unmount();
  open();
  await press(user, 'Weight');
  expect(logDrafts.of(me)).toHaveLength(1);
  expect(logDrafts.of(me)[0]?.id).not.toBe(empty?.id);
});

test('removing asks once; a failure says that it still counts', async () => {
  stored = [activityOf({ id: '5d0cba11-0000-4000-8000-000000000009', activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80 } })];
  const { user } = open();
  await press(user, 'Remove Weight 80 kg');
  await press(user, 'Keep it');
  await press(user, 'Remove Weight 80 kg');
  failing = () => Response.json({ error: { code: 'ticks_unavailable', message: 'The store cannot be reached.' } }, { status: 503 });
  await press(user, 'Remove');
  expect(await screen.findByText(/It couldn’t be removed and still counts/)).toBeTruthy();
  failing = null;
  await press(user, 'Remove Weight 80 kg');
  await press(user, 'Remove');
  expect(await screen.findByText('Nothing logged in the last 28 days')).toBeTruthy();
});

test('of two that are removed before an answer has come each failure is told, and each can be removed again', async () => {
  const weight = (last: number) =>
    activityOf({
      id: `5d0cba11-0000-4000-8000-00000000000${last}`,
      activityType: 'LOGGING_WEIGHT',
      activityDetails: { weight: 80 + last },
    });
  stored = [weight(1), weight(2)];
  const { user } = open();
  for (const name of ['Remove Weight 81 kg', 'Remove Weight 82 kg']) await press(user, name);
  const gate = Promise.withResolvers<void>();
  const refusal = { error: { code: 'ticks_unavailable', message: 'The store cannot be reached.' } };
  failing = () => gate.promise.then(() => Response.json(refusal, { status: 503 }));
  for (const button of screen.getAllByRole('button', { name: 'Remove' })) await user.click(button);
  gate.resolve();
  await waitFor(() => expect(screen.getAllByText(/It couldn’t be removed and still counts/)).toHaveLength(2));
  for (const name of ['Remove Weight 81 kg', 'Remove Weight 82 kg']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('the care team logs in a dialog, and sees who logged', async () => {
  stored = [
    activityOf({
      ...{
        id: '5d0cba11-0000-4000-8000-000000000009',
        activityType: 'LOGGING_FOOD',
        description: 'Soup',
        activityDetails: { mealType: 'LUNCH' },
      },
      loggedBy: { id: nora, firstName: 'Nora', lastName: 'Nurse', role: 'nurse' },
    }),
  ];
  signInAs(nora, 'nurse');
  const { user } = open();
  expect(await screen.findByText(/logged by Nora Nurse/)).toBeTruthy();
  await press(user, 'Log for this member');
  const dialog = await screen.findByRole('dialog', { name: 'Log for this member' });
  await user.click(within(dialog).getByRole('button', { name: 'Workout' }));
  await user.type(await within(dialog).findByLabelText('What was it'), 'Walk');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ activityType: 'MOVE', title: 'Walk' }]));
});

test('observers read what was logged, and log and remove nothing', async () => {
  stored = [activityOf({ id: nora, activityType: 'LOGGING_FOOD', description: 'Soup', activityDetails: { mealType: 'LUNCH' } })];
  signInAs(nora, 'observer');
  open();
  expect(await screen.findByText(/^View only\./)).toBeTruthy();
  await screen.findByText('Soup');
  expect(screen.queryAllByRole('button', { name: /Log for|Remove/ })).toEqual([]);
});

test('a member on hold reads and is told why nothing can be logged', async () => {
  accountStatus = 'HOLDING';
  open();
  expect(await screen.findByText(/Your account is on hold/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Weight' })).toBeNull();
});

test('a list that cannot be loaded says so and is asked for again', async () => {
  failing = () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  const { user } = open();
  expect(await screen.findByText('The list couldn’t be loaded')).toBeTruthy();
  failing = null;
  await press(user, 'Try again');
  expect(await screen.findByText('Nothing logged in the last 28 days')).toBeTruthy();
});

test('all of it is there in Spanish', async () => {
  await i18next.changeLanguage('es');
  const { user } = open();
  await press(user, 'Presión arterial');
  await press(user, 'Guardar');
  expect(await screen.findAllByText('Escriba un valor')).toHaveLength(2);
});

async function typePressure(user: ReturnType<typeof userEvent.setup>, systolic: string, diastolic: string) {
  await press(user, 'Blood pressure');
  await user.type(await screen.findByLabelText(/^Upper value/), systolic);
  await user.type(screen.getByLabelText(/^Lower value/), diastolic);
  await press(user, 'Save');
}
const veryHigh = [{ metric: 'systolic', side: 'high', advice: 'pressure_very_high' }];

test('a dangerous pressure is asked about; once saved it says what to do, whom to call and who was notified, and no green “Saved”', async () => {
  [concerns, notified] = [veryHigh, { state: 'notified', at: Date.parse('2026-06-10T09:14:00Z') }];
  const { user } = open();
  await typePressure(user, '215', '125');
  expect(await screen.findByText('Is 215/125 mmHg correct? It isn’t saved yet.')).toBeTruthy();
  expect([sent, checked]).toEqual([[], []]);
  await press(user, 'Change it');
  expect((screen.getByLabelText(/^Upper value/) as HTMLInputElement).value).toBe('215');
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  const panel = await screen.findByRole('region', { name: 'This blood pressure is very high' });
  expect(panel.textContent).toContain('Call 111 now if you have chest pain');
  expect(panel.textContent).toContain('sit quietly for 5 minutes');
  expect(await within(panel).findByText(/Your care team was alerted on June 10 at 9:14/)).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Call 111' }).getAttribute('href')).toBe('tel:111');
  expect(screen.queryByText(/^Saved:/)).toBeNull();
  await press(user, 'Got it');
  expect(screen.queryByText('This blood pressure is very high')).toBeNull();
});

test('a value beyond a limit that only the care team has set is asked about as well: the server knows it', async () => {
  concerns = [{ metric: 'systolic', side: 'high', advice: 'pressure_high' }];
  const { user } = open();
  await typePressure(user, '142', '80');
  expect(await screen.findByText('Is 142/80 mmHg correct? It isn’t saved yet.')).toBeTruthy();
  expect(checked).toEqual([{ systolic: 142, diastolic: 80 }]);
  expect(sent).toEqual([]);
});

test('a time that is typed while the server is asked about the values is kept with the question', async () => {
  concerns = [{ metric: 'systolic', side: 'high', advice: 'pressure_high' }];
  const answered = Promise.withResolvers<void>();
  checking = answered.promise;
  const { user } = open();
  await typePressure(user, '142', '80');
  await waitFor(() => expect(checked).toHaveLength(1));
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '00:01' } });
  answered.resolve();
  await screen.findByText('Is 142/80 mmHg correct? It isn’t saved yet.');
  expect((screen.getByLabelText(/^Time/) as HTMLInputElement).value).toBe('00:01');
});

test('the advice stays over a look at another screen, and is gone once it is read', async () => {
  [concerns, notified] = [veryHigh, { state: 'notified', at: Date.parse('2026-06-10T09:14:00Z') }];
  const { user, unmount } = open();
  await typePressure(user, '215', '125');
  await press(user, 'Yes, it’s correct');
  await screen.findByRole('region', { name: 'This blood pressure is very high' });
  unmount();
  const again = open();
  const panel = await screen.findByRole('region', { name: 'This blood pressure is very high' });
  expect(within(panel).getByRole('link', { name: 'Call 111' })).toBeTruthy();
  await press(again.user, 'Got it');
  again.unmount();
  open();
  await screen.findByRole('heading', { name: 'What would you like to log?' });
  expect(screen.queryByText('This blood pressure is very high')).toBeNull();
});

test('a question that was not answered is asked again, and says that nothing is saved', async () => {
  const { user, unmount } = open();
  await typePressure(user, '220', '130');
  await screen.findByText(/^Is 220\/130 mmHg correct\? It isn’t saved yet\.$/);
  unmount();
  const again = open();
  await screen.findByText(/^Is 220\/130 mmHg correct\? It isn’t saved yet\.$/);
  expect(sent).toEqual([]);
  await press(again.user, 'Yes, it’s correct');
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('an ordinary value is saved without a question', async () => {
  const { user } = open();
  await typePressure(user, '124', '80');
  expect(await screen.findByText('Saved: Blood pressure 124/80 mmHg')).toBeTruthy();
});

test('a time is told by the clock of the member’s profile, whatever the device’s, and without a day where that is today', async () => {
  zone = 'Pacific/Kiritimati';
  const at = Date.now();
  [concerns, notified] = [veryHigh, { state: 'notified', at }];
  const { user } = open();
  await typePressure(user, '215', '125');
  await press(user, 'Yes, it’s correct');
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: zone, timeZoneName: 'short' }).format(at);
  expect(time).toContain('GMT+14');
  expect((await screen.findByText(/Your care team was alerted at/)).textContent).toContain(`alerted at ${time}.`);
});

test('a glucose that reads as the limit is told with the digits that tell the two apart', async () => {
  glucoseUnit.set('mmol/L');
  concerns = [{ metric: 'glucose', side: 'low', advice: 'glucose_low' }];
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mmol/L'), '3.85');
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  const panel = await screen.findByRole('region', { name: 'This glucose is low' });
  expect(panel.textContent).toContain('Glucose 3.85 mmol/L');
  expect(panel.textContent).toContain('If it’s still below 3.9 mmol/L');
  glucoseUnit.set('mg/dL');
});

test.each([
  ['mmol/L', '45', '45 mg/dL', 45],
  ['mg/dL', '25', '25 mmol/L', 450.455],
] as const)('%s: %s is asked about as %s, and kept as that exactly', async (unit, typed, meant, kept) => {
  glucoseUnit.set(unit);
  const { user } = open();
  await typeGlucose(user, unit, typed);
  expect(await screen.findByText(`${typed} ${unit} is unusual. Did you mean ${meant}? It isn’t saved yet.`)).toBeTruthy();
  expect(screen.getByRole('button', { name: `No, ${typed} ${unit} is correct` })).toBeTruthy();
  expect(sent).toEqual([]);
  await press(user, `Yes, ${meant}`);
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { glucose: kept } }]));
});

test.each([
  ['mmol/L', '450', 'Enter 0.6 to 55.4 mmol/L', '450 mg/dL', 450],
  ['mg/dL', '5.4', 'Enter 10 to 1,000 mg/dL', '5.4 mmol/L', 97.29828],
] as const)('%s: %s is refused with the range, and offered in the other unit', async (unit, typed, range, meant, kept) => {
  glucoseUnit.set(unit);
  const { user } = open();
  await typeGlucose(user, unit, typed);
  expect(await screen.findByText(`${range}. Did you mean ${meant}?`)).toBeTruthy();
  await press(user, `Use ${meant}`);
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { glucose: kept } }]));
});

test('a weight that fits the last one in the other unit is asked about so', async () => {
  latest = { weight: { value: 80, timestamp: Date.now() / 1000 - 86_400, source: 'SCALE' } };
  const { user } = open();
  await press(user, 'Weight');
  await user.type(await screen.findByLabelText('Weight in kg'), '176');
  await press(user, 'Save');
  expect(await screen.findByText('The last weight was 80 kg. Did you mean 176 lbs? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Yes, 176 lbs');
  await waitFor(() => expect(sent).toMatchObject([{ activityDetails: { weight: 79.832257 } }]));
});

test('the other unit is asked about in Spanish', async () => {
  await i18next.changeLanguage('es');
  glucoseUnit.set('mmol/L');
  const { user } = open();
  await press(user, 'Glucosa');
  await user.type(await screen.findByLabelText('Glucosa en mmol/L'), '45');
  await press(user, 'Guardar');
  expect(await screen.findByText('45 mmol/L es poco común. ¿Quiso decir 45 mg/dL? Todavía no se ha guardado.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sí, 45 mg/dL' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'No, 45 mmol/L es correcto' })).toBeTruthy();
});

test('advice is shown with the time of measuring, the newest first, and each for its own value', async () => {
  const low = [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }];
  const high = [{ metric: 'glucose', side: 'high', advice: 'glucose_very_high' }];
  const at = Date.parse('2026-06-10T09:14:00Z') / 1000;
  const one = (id: string, glucose: number, timestamp: number, advice: object[]) =>
    ({
      ...activityOf({ id, activityType: 'LOGGING_GLUCOSE', activityDetails: { glucose }, timestamp }),
      concerns: advice,
    }) as SavedActivity;
  const first = one('5d0cba11-0000-4000-8000-00000000000a', 45, at, low);
  const second = one('5d0cba11-0000-4000-8000-00000000000b', 450, at + 120, high);
  adviceById = { [first.id]: low, [second.id]: high };
  advisedLogs.put(me, first);
  advisedLogs.put(me, second);
  open();
  const panels = await screen.findAllByRole('region', { name: /^This glucose/ });
  expect(panels.map((panel) => panel.querySelector('h2 + p')?.textContent)).toEqual([
    'Glucose 450 mg/dL · measured on June 10 at 9:16 AM',
    'Glucose 45 mg/dL · measured on June 10 at 9:14 AM',
  ]);
  expect(panels.map((panel) => panel.querySelectorAll('h2').length)).toEqual([1, 1]);
});

test('an unsent log names its unit, and is sent once by itself when the browser is online again', async () => {
  const { user } = open();
  failing = unreachable;
  await typeGlucose(user, 'mg/dL', '120');
  await screen.findByRole('button', { name: 'Send again' });
  expect(screen.getByText('120 mg/dL')).toBeTruthy();
  const [kept] = logDrafts.of(me);
  failing = null;
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Saved: Glucose 120 mg/dL')).toBeTruthy();
  fireEvent(window, new Event('online'));
  expect(sent).toMatchObject([{ id: kept?.id, activityDetails: { glucose: 120 } }]);
});

test('of several unsent logs each is sent, and the advice for each stays', async () => {
  const { user } = open();
  failing = unreachable;
  for (const typed of ['45', '46']) {
    await typeGlucose(user, 'mg/dL', typed);
    await press(user, 'Yes, it’s correct');
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Send again' })).toHaveLength(2));
  [failing, concerns] = [null, [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }]];
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
  expect(await screen.findAllByRole('region', { name: 'This glucose is very low. Act now.' })).toHaveLength(2);
});

test('what the server refuses is not sent by itself, and what fails again keeps its button', async () => {
  const { user } = open();
  failing = () => Response.json({ error: { code: 'conflict', message: 'Stored before.' } }, { status: 409 });
  await typeGlucose(user, 'mg/dL', '120');
  await screen.findByRole('button', { name: 'Discard' });
  failing = null;
  fireEvent(window, new Event('online'));
  await press(user, 'Change');
  failing = unreachable;
  await press(user, 'Save');
  await screen.findByRole('button', { name: 'Send again' });
  fireEvent(window, new Event('online'));
  await screen.findByText('Saving…');
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('an extreme glucose is told at once what to do now', async () => {
  glucoseUnit.set('mmol/L');
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mmol/L'), '45');
  failing = unreachable;
  await press(user, 'Save');
  await press(user, 'No, 45 mmol/L is correct');
  const panel = await screen.findByRole('region', { name: 'This glucose is dangerously high. Act now.' });
  expect(panel.textContent).toContain('Call 111 now if you keep vomiting');
  expect(panel.textContent).toContain('call your care team or doctor now');
  glucoseUnit.set('mg/dL');
});

test('where nobody was notified it says so', async () => {
  concerns = [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }];
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mg/dL'), '45');
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  expect(await screen.findByText(/^Nobody has been notified of this reading/)).toBeTruthy();
  expect(screen.getByText(/^Have 15 grams of fast-acting carbohydrate now/)).toBeTruthy();
  expect(screen.getByText(/If it’s still below 70 mg\/dL/)).toBeTruthy();
});

test('without a connection the advice is there all the same, and says that nobody was notified', async () => {
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mg/dL'), '45');
  failing = unreachable;
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  expect(await screen.findByText('This isn’t saved yet, so nobody has been notified.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'This glucose is very low. Act now.' })).toBeTruthy();
});

test('it is there in Spanish', async () => {
  await i18next.changeLanguage('es');
  [concerns, notified] = [veryHigh, { state: 'pending', at: null }];
  const { user } = open();
  await press(user, 'Presión arterial');
  const [upper, lower] = await screen.findAllByRole('textbox');
  await user.type(upper as HTMLElement, '215');
  await user.type(lower as HTMLElement, '125');
  await press(user, 'Guardar');
  expect(await screen.findByText('¿Es correcto 215/125 mmHg? Todavía no se ha guardado.')).toBeTruthy();
  await press(user, 'Sí, es correcto');
  const panel = await screen.findByRole('region', { name: 'Esta presión arterial es muy alta' });
  expect(panel.textContent).toContain('Llame ahora al 111 si tiene dolor en el pecho');
  expect(panel.textContent).toContain('Estamos avisando a su equipo de atención…');
});

test('what was typed in elsewhere stands among what was logged; the care team removes it with a reason, the member cannot', async () => {
  const timestamp = Math.floor(Date.now() / 1000) - 600;
  elsewhere = [{ timestamp, receivedAt: timestamp * 1000, values: [{ metric: 'body_temp', value: 38.5 }] }];
  const first = open();
  await screen.findByText('Body temperature 38.5 °C');
  expect(screen.queryByRole('button', { name: /Remove Body temperature/ })).toBeNull();
  first.unmount();
  signInAs(nora, 'nurse');
  queryClient.clear();
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove Body temperature 38.5 °C' }));
  const remove = screen.getByRole('button', { name: 'Remove' });
  expect(remove).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Why it’s removed'), 'Somebody else’s');
  await user.click(remove);
  await waitFor(() => expect(screen.queryByText('Body temperature 38.5 °C')).toBeNull());
  expect(takenBack).toEqual([{ reason: 'Somebody else’s', readings: [{ metric: 'body_temp', timestamp, source: 'manual' }] }]);
});
