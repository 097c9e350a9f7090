import { fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { glucoseUnit } from '#lib/units.ts';
import { log, open, press, setUpLogging, typeGlucose, typePressure } from './testing/logging-clinic.tsx';

setUpLogging();

test('a rare value is asked about: it is sent after a yes, and kept to be changed after a no', async () => {
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mg/dL'), '39');
  await press(user, 'Save');
  expect(await screen.findByText('That’s an unusual value. Is 39 mg/dL correct? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Change it');
  expect((screen.getByLabelText('Glucose in mg/dL') as HTMLInputElement).value).toBe('39');
  expect(log.sent).toEqual([]);
  await press(user, 'Save');
  await press(user, 'Yes, it’s correct');
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { glucose: 39 } }]));
});

test('glucose is typed in the person’s unit: low in mmol/L is asked about, and kept in mg/dL', async () => {
  glucoseUnit.set('mmol/L');
  const { user } = open();
  await press(user, 'Glucose');
  await user.type(await screen.findByLabelText('Glucose in mmol/L'), '2,1');
  await press(user, 'Save');
  expect(await screen.findByText('That’s an unusual value. Is 2,1 mmol/L correct? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Yes, it’s correct');
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { glucose: 37.83822 } }]));
  glucoseUnit.set('mg/dL');
});

test('a weight far from the last one of the scale is asked about, though none was ever typed', async () => {
  log.latest = { weight: { value: 63.8, timestamp: Date.now() / 1000 - 86_400, source: 'SCALE' } };
  const { user } = open();
  await press(user, 'Weight');
  await user.type(await screen.findByLabelText('Weight in kg'), '82.2');
  await press(user, 'Save');
  expect(await screen.findByText('The last weight was 63.8 kg. Is 82.2 kg correct? It isn’t saved yet.')).toBeTruthy();
  expect(log.sent).toEqual([]);
});

test('a value beyond a limit that only the care team has set is asked about as well: the server knows it', async () => {
  log.concerns = [{ metric: 'systolic', side: 'high', advice: 'pressure_high' }];
  const { user } = open();
  await typePressure(user, '142', '80');
  expect(await screen.findByText('Is 142/80 mmHg correct? It isn’t saved yet.')).toBeTruthy();
  expect(log.checked).toEqual([{ systolic: 142, diastolic: 80 }]);
  expect(log.sent).toEqual([]);
});

test('a time that is typed while the server is asked about the values is kept with the question', async () => {
  log.concerns = [{ metric: 'systolic', side: 'high', advice: 'pressure_high' }];
  const answered = Promise.withResolvers<void>();
  log.checking = answered.promise;
  const { user } = open();
  await typePressure(user, '142', '80');
  await waitFor(() => expect(log.checked).toHaveLength(1));
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '00:01' } });
  answered.resolve();
  await screen.findByText('Is 142/80 mmHg correct? It isn’t saved yet.');
  expect((screen.getByLabelText(/^Time/) as HTMLInputElement).value).toBe('00:01');
});

test('a question that was not answered is asked again, and says that nothing is saved', async () => {
  const { user, unmount } = open();
  await typePressure(user, '220', '130');
  await screen.findByText(/^Is 220\/130 mmHg correct\? It isn’t saved yet\.$/);
  unmount();
  const again = open();
  await screen.findByText(/^Is 220\/130 mmHg correct\? It isn’t saved yet\.$/);
  expect(log.sent).toEqual([]);
  await press(again.user, 'Yes, it’s correct');
  await waitFor(() => expect(log.sent).toHaveLength(1));
});

test('an ordinary value is saved without a question', async () => {
  const { user } = open();
  await typePressure(user, '124', '80');
  expect(await screen.findByText('Saved: Blood pressure 124/80 mmHg')).toBeTruthy();
});

test('a glucose that reads as the limit is told with the digits that tell the two apart', async () => {
  glucoseUnit.set('mmol/L');
  log.concerns = [{ metric: 'glucose', side: 'low', advice: 'glucose_low' }];
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
  expect(log.sent).toEqual([]);
  await press(user, `Yes, ${meant}`);
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { glucose: kept } }]));
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
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { glucose: kept } }]));
});

test('a weight that fits the last one in the other unit is asked about so', async () => {
  log.latest = { weight: { value: 80, timestamp: Date.now() / 1000 - 86_400, source: 'SCALE' } };
  const { user } = open();
  await press(user, 'Weight');
  await user.type(await screen.findByLabelText('Weight in kg'), '176');
  await press(user, 'Save');
  expect(await screen.findByText('The last weight was 80 kg. Did you mean 176 lbs? It isn’t saved yet.')).toBeTruthy();
  await press(user, 'Yes, 176 lbs');
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { weight: 79.832257 } }]));
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
