import '../messages.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import { afterEach, expect, test } from 'vitest';
import { EditForm } from './edit-form.tsx';

afterEach(cleanup);

test('a message that is saved as it was says that nothing changed, and is not sent; a changed one is', async () => {
  const sent: string[] = [];
  let left = 0;
  render(
    <SnackbarProvider>
      <EditForm text="Take two" isBusy={false} onSave={(text) => sent.push(text)} onCancel={() => left++} />
    </SnackbarProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing changed.')).toBeTruthy();
  expect([sent, left]).toEqual([[], 1]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the message' }), ' daily{Enter}');
  expect([sent, left]).toEqual([['Take two daily'], 1]);
});
