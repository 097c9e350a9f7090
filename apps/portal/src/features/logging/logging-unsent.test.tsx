import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { logDrafts } from './log-drafts.ts';
import { log, me, open, press, setUpLogging, typeGlucose, unreachable } from './testing/logging-clinic.tsx';

// Pictures are drawn by browsers alone.
vi.mock('./photo.ts', () => ({ photoOf: async () => new Uint8Array([1]) }));
setUpLogging();

test('without a connection it says so and keeps it, over a reload; sent again it goes under the same id', async () => {
  const { user, unmount } = open();
  await press(user, 'Weight');
  log.failing = unreachable;
  await user.type(await screen.findByLabelText('Weight in kg'), '81,4');
  await press(user, 'Save');
  expect(await screen.findByText(/No connection. It’s kept in this tab/)).toBeTruthy();
  const [kept] = logDrafts.of(me);
  unmount();
  log.failing = null;
  open();
  await press(user, 'Send again');
  expect(await screen.findByText('Saved: Weight 81.4 kg')).toBeTruthy();
  expect(log.sent).toMatchObject([{ id: kept?.id, activityDetails: { weight: 81.4 } }]);
});

test('a photo that could not be sent is kept, and sent again without being taken again', async () => {
  const { user } = open();
  await press(user, 'Meal');
  log.failing = unreachable;
  await user.upload(await screen.findByLabelText('Photo'), new File(['soup'], 'soup.jpg', { type: 'image/jpeg' }));
  const again = await screen.findByRole('button', { name: 'Send the photo again' });
  log.failing = null;
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Replace photo' })).toBeTruthy();
  await press(user, 'Save');
  await waitFor(() => expect(log.sent).toMatchObject([{ activityDetails: { imageUrl: '/blob/of-the-meal.jpg' } }]));
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

test('an unsent log names its unit, and is sent once by itself when the browser is online again', async () => {
  const { user } = open();
  log.failing = unreachable;
  await typeGlucose(user, 'mg/dL', '120');
  await screen.findByRole('button', { name: 'Send again' });
  expect(screen.getByText('120 mg/dL')).toBeTruthy();
  const [kept] = logDrafts.of(me);
  log.failing = null;
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Saved: Glucose 120 mg/dL')).toBeTruthy();
  fireEvent(window, new Event('online'));
  expect(log.sent).toMatchObject([{ id: kept?.id, activityDetails: { glucose: 120 } }]);
});

test('of several unsent logs each is sent, and the advice for each stays', async () => {
  const { user } = open();
  log.failing = unreachable;
  for (const typed of ['45', '46']) {
    await typeGlucose(user, 'mg/dL', typed);
    await press(user, 'Yes, it’s correct');
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Send again' })).toHaveLength(2));
  [log.failing, log.concerns] = [null, [{ metric: 'glucose', side: 'low', advice: 'glucose_very_low' }]];
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(log.sent).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
  expect(await screen.findAllByRole('region', { name: 'This glucose is very low. Act now.' })).toHaveLength(2);
});

test('what the server refuses is not sent by itself, and what fails again keeps its button', async () => {
  const { user } = open();
  log.failing = () => Response.json({ error: { code: 'conflict', message: 'Stored before.' } }, { status: 409 });
  await typeGlucose(user, 'mg/dL', '120');
  await screen.findByRole('button', { name: 'Discard' });
  log.failing = null;
  fireEvent(window, new Event('online'));
  await press(user, 'Change');
  log.failing = unreachable;
  await press(user, 'Save');
  await screen.findByRole('button', { name: 'Send again' });
  fireEvent(window, new Event('online'));
  await screen.findByText('Saving…');
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
  expect(log.sent).toEqual([]);
});
