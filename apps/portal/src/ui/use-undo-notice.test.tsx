import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { shortcuts } from '#lib/shortcuts.ts';
import { NoticesAround } from './notices-around.tsx';
import { useUndoNotice } from './use-undo-notice.tsx';

let undone: string[] = [];
afterEach(() => {
  cleanup();
  shortcuts.set(true);
  undone = [];
});

function Doing() {
  const told = useUndoNotice();
  return (
    <>
      {['first', 'second'].map((what) => (
        <button key={what} type="button" onClick={() => told(`The ${what} is deleted.`, () => undone.push(what))}>
          Delete the {what}
        </button>
      ))}
      <button type="button" onClick={() => told('It is back.')}>
        Tell
      </button>
      <input aria-label="Note" />
    </>
  );
}
const undoOf = (what: string) =>
  screen.queryAllByRole('button', { name: 'Undo' }).find((button) => button.getAttribute('aria-description') === `The ${what} is deleted.`);

async function deleteBoth() {
  render(
    <NoticesAround>
      <Doing />
    </NoticesAround>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete the first' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete the second' }));
  await waitFor(() => expect(undoOf('second')).toBeTruthy());
}

test('the key U undoes what the newest notice says, then what the one before says, each once', async () => {
  await deleteBoth();
  await userEvent.click(screen.getByRole('button', { name: 'Tell' }));
  await userEvent.keyboard('u');
  expect(undone).toEqual(['second']);
  // At once, while the notice that was undone is still going.
  await userEvent.keyboard('U');
  expect(undone).toEqual(['second', 'first']);
  await userEvent.keyboard('u');
  expect(undone).toEqual(['second', 'first']);
});

test('a screen reader is told of each button what it undoes, and of the newest by which key', async () => {
  await deleteBoth();
  expect([undoOf('first'), undoOf('second')].map((button) => button?.getAttribute('aria-keyshortcuts'))).toEqual([null, 'U']);
  await userEvent.click(undoOf('first') as HTMLElement);
  expect(undone).toEqual(['first']);
  await userEvent.keyboard('u');
  expect(undone).toEqual(['first', 'second']);
});

test('the letter is text where somebody types, and nothing where single keys are turned off', async () => {
  await deleteBoth();
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'u');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('u');
  (document.activeElement as HTMLElement).blur();
  shortcuts.set(false);
  await userEvent.keyboard('u');
  expect(undone).toEqual([]);
});
