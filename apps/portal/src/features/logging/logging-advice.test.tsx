import { screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { glucoseUnit } from '#lib/units.ts';
import { advisedLogs } from './advised-logs.ts';
import type { SavedActivity } from './api/logging.ts';
import { activityOf, log, me, open, press, setUpLogging, typePressure, unreachable, veryHigh } from './testing/logging-clinic.tsx';

setUpLogging();

test('all of it is there in Spanish', async () => {
  await i18next.changeLanguage('es');
  const { user } = open();
  await press(user, 'Presión arterial');
  await press(user, 'Guardar');
  expect(await screen.findAllByText('Escriba un valor')).toHaveLength(2);
});

test('a dangerous pressure is asked about; once saved it says what to do, whom to call and who was notified, and no green “Saved”', async () => {
  [log.concerns, log.notified] = [veryHigh, { state: 'notified', at: Date.parse('2026-06-10T09:14:00Z') }];
  const { user } = open();
  await typePressure(user, '215', '125');
  expect(await screen.findByText('Is 215/125 mmHg correct? It isn’t saved yet.')).toBeTruthy();
  expect([log.sent, log.checked]).toEqual([[], []]);
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

test('the advice stays over a look at another screen, and is gone once it is read', async () => {
  [log.concerns, log.notified] = [veryHigh, { state: 'notified', at: Date.parse('2026-06-10T09:14:00Z') }];
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

test('a time is told by the clock of the member’s profile, whatever the device’s, and without a day where that is today', async () => {
  log.zone = 'Pacific/Kiritimati';
  const at = Date.now();
  [log.concerns, log.notified] = [veryHigh, { state: 'notified', at }];
  const { user } = open();
  await typePressure(user, '215', '125');
  await press(user, 'Yes, it’s correct');
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: log.zone, timeZoneName: 'short' }).format(at);
  expect(time).toContain('GMT+14');
  expect((await screen.findByText(/Your care team was alerted at/)).textContent).toContain(`alerted at ${time}.`);
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
  log.adviceById = { [first.id]: low, [second.id]: high };
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

test('an extreme glucose is told at once what to do now', async () => {
  glucoseUnit.set('mmol/L');
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mmol/L'), '45');
  log.failing = unreachable;
  await press(user, 'Save');
  await press(user, 'No, 45 mmol/L is correct');
  const panel = await screen.findByRole('region', { name: 'This glucose is dangerously high. Act now.' });
  expect(panel.textContent).toContain('Call 111 now if you keep vomiting');
  expect(panel.textContent).toContain('call your care team or doctor now');
  glucoseUnit.set('mg/dL');
});

test('where nobody was notified it says so', async () => {
  log.concerns = [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }];
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
  log.failing = unreachable;
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  expect(await screen.findByText('This isn’t saved yet, so nobody has been notified.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'This glucose is very low. Act now.' })).toBeTruthy();
});

test('it is there in Spanish', async () => {
  await i18next.changeLanguage('es');
  [log.concerns, log.notified] = [veryHigh, { state: 'pending', at: null }];
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
