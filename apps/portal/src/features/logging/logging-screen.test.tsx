import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { unitSystem } from '#lib/units.ts';
import { logDrafts } from './log-drafts.ts';
import { activityOf, log, me, nora, open, press, setUpLogging, signInAs } from './testing/logging-clinic.tsx';

setUpLogging();

test('a weight is logged in the person’s unit, told as saved, and stands in the list', async () => {
  unitSystem.set('imperial');
  const { user } = open();
  await press(user, 'Weight');
  const field = await screen.findByLabelText('Weight in lbs');
  expect(screen.getByText('7 to 1,102 lbs')).toBeTruthy();
  await user.type(field, '176.4');
  await press(user, 'Save');
  expect(await screen.findByText('Saved: Weight 176.4 lbs')).toBeTruthy();
  expect(log.sent).toMatchObject([{ activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80.013694 } }]);
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
  expect(log.sent).toEqual([]);
});

test('removing asks once; a failure says that it still counts', async () => {
  log.stored = [
    activityOf({ id: '5d0cba11-0000-4000-8000-000000000009', activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80 } }),
  ];
  const { user } = open();
  await press(user, 'Remove Weight 80 kg');
  await press(user, 'Keep it');
  await press(user, 'Remove Weight 80 kg');
  log.failing = () => Response.json({ error: { code: 'ticks_unavailable', message: 'The store cannot be reached.' } }, { status: 503 });
  await press(user, 'Remove');
  expect(await screen.findByText(/It couldn’t be removed and still counts/)).toBeTruthy();
  log.failing = null;
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
  log.stored = [weight(1), weight(2)];
  const { user } = open();
  for (const name of ['Remove Weight 81 kg', 'Remove Weight 82 kg']) await press(user, name);
  const gate = Promise.withResolvers<void>();
  const refusal = { error: { code: 'ticks_unavailable', message: 'The store cannot be reached.' } };
  log.failing = () => gate.promise.then(() => Response.json(refusal, { status: 503 }));
  for (const button of screen.getAllByRole('button', { name: 'Remove' })) await user.click(button);
  gate.resolve();
  await waitFor(() => expect(screen.getAllByText(/It couldn’t be removed and still counts/)).toHaveLength(2));
  for (const name of ['Remove Weight 81 kg', 'Remove Weight 82 kg']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('the care team logs in a dialog, and sees who logged', async () => {
  log.stored = [
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
  await waitFor(() => expect(log.sent).toMatchObject([{ activityType: 'MOVE', title: 'Walk' }]));
});

test('observers read what was logged, and log and remove nothing', async () => {
  log.stored = [activityOf({ id: nora, activityType: 'LOGGING_FOOD', description: 'Soup', activityDetails: { mealType: 'LUNCH' } })];
  signInAs(nora, 'observer');
  open();
  expect(await screen.findByText(/^View only\./)).toBeTruthy();
  await screen.findByText('Soup');
  expect(screen.queryAllByRole('button', { name: /Log for|Remove/ })).toEqual([]);
});

test('a member on hold reads and is told why nothing can be logged', async () => {
  log.accountStatus = 'HOLDING';
  open();
  expect(await screen.findByText(/Your account is on hold/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Weight' })).toBeNull();
});

test('a list that cannot be loaded says so and is asked for again', async () => {
  log.failing = () => Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  const { user } = open();
  expect(await screen.findByText('The list couldn’t be loaded')).toBeTruthy();
  log.failing = null;
  await press(user, 'Try again');
  expect(await screen.findByText('Nothing logged in the last 28 days')).toBeTruthy();
});

test('what was typed in elsewhere stands among what was logged; the care team removes it with a reason, the member cannot', async () => {
  const timestamp = Math.floor(Date.now() / 1000) - 600;
  log.elsewhere = [{ timestamp, receivedAt: timestamp * 1000, values: [{ metric: 'body_temp', value: 38.5 }] }];
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
  expect(log.takenBack).toEqual([{ reason: 'Somebody else’s', readings: [{ metric: 'body_temp', timestamp, source: 'manual' }] }]);
});
