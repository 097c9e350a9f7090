import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  cleanup();
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const focused = () => document.activeElement;

/** What browsers do with the focus of a button that can no longer be pressed; jsdom leaves it there. */
function disable(one: HTMLButtonElement) {
  one.disabled = true;
  one.blur();
}

test('a button that was busy has the focus again when it can be pressed', async () => {
  render(<button type="button">Save</button>);
  const save = button('Save');
  save.focus();
  disable(save);
  expect(focused()).toBe(document.body);
  save.disabled = false;
  await waitFor(() => expect(focused()).toBe(save));
});

test('it is not taken from where the person went meanwhile', async () => {
  render(
    <>
      <button type="button">Save</button>
      <input aria-label="Name" />
    </>,
  );
  const save = button('Save');
  save.focus();
  disable(save);
  screen.getByLabelText('Name').focus();
  save.disabled = false;
  await new Promise((done) => setTimeout(done, 100));
  expect(focused()).toBe(screen.getByLabelText('Name'));
});

function Steps() {
  const [step, setStep] = useState(0);
  return (
    <main>
      <button type="button">Elsewhere</button>
      <section aria-label="Import">
        {step === 0 ? (
          <button type="button" onClick={() => setStep(1)}>
            Check
          </button>
        ) : (
          <p>Checked</p>
        )}
      </section>
    </main>
  );
}

test('where the pressed button is gone, the part of the page that it stood in has the focus', async () => {
  render(<Steps />);
  await userEvent.click(button('Check'));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('region', { name: 'Import' })));
});

function Panel() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Actions
      </button>
      {open && (
        <section aria-label="Done">
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </section>
      )}
    </main>
  );
}

test('what is closed gives the focus back to what had it before', async () => {
  render(<Panel />);
  await userEvent.click(button('Actions'));
  await userEvent.click(button('Close'));
  await waitFor(() => expect(focused()).toBe(button('Actions')));
});

const Question = ({ onYes }: { readonly onYes: () => void }) => (
  <div role="dialog">
    <button type="button" onClick={onYes}>
      Yes
    </button>
  </div>
);

/** A question whose answer takes away the button that opened it. */
function Asked() {
  const [step, setStep] = useState<'ask' | 'asked' | 'done'>('ask');
  return (
    <main>
      <select aria-label="Severity" />
      <fieldset aria-label="Steps">
        {step !== 'done' && (
          <button type="button" onClick={() => setStep('asked')}>
            Run in the shadow
          </button>
        )}
      </fieldset>
      {step === 'asked' && <Question onYes={() => setStep('done')} />}
    </main>
  );
}

test('where a dialog closes and what opened it is gone, the part that it stood in has the focus, and nothing that had it earlier', async () => {
  render(<Asked />);
  screen.getByLabelText('Severity').focus();
  await userEvent.click(button('Run in the shadow'));
  await userEvent.click(button('Yes'));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('group', { name: 'Steps' })));
});

/** A list of rows, one of which loses its button to a question about it. */
function Rows({ keepsRow }: { readonly keepsRow: boolean }) {
  const [step, setStep] = useState<'ask' | 'asked' | 'done'>('ask');
  return (
    <main>
      <ul>
        <li data-row="a">
          <button type="button">Acknowledge Ash</button>
        </li>
        {(keepsRow || step !== 'done') && (
          <li data-row="b">
            {step === 'done' ? (
              'Handled'
            ) : (
              <button type="button" onClick={() => setStep('asked')}>
                Review Brook
              </button>
            )}
          </li>
        )}
      </ul>
      {step === 'asked' && <Question onYes={() => setStep('done')} />}
    </main>
  );
}

test.each([
  ['stays in the row that was asked about', true, () => document.querySelector('[data-row="b"]')],
  ['goes to the page’s content where that row is gone', false, () => screen.getByRole('main')],
])('after a question about a row the focus %s, and never to another row', async (_, keepsRow, place) => {
  render(<Rows keepsRow={keepsRow} />);
  await userEvent.click(button('Acknowledge Ash'));
  await userEvent.click(button('Review Brook'));
  await userEvent.click(button('Yes'));
  await waitFor(() => expect(focused()).toBe(place()));
});

test('where nothing is left the page’s content has the focus, and nothing behind an open dialog', async () => {
  const screenOf = (shown: boolean, hidden: boolean) => (
    <main aria-hidden={hidden || undefined}>{shown && <button type="button">Open</button>}</main>
  );
  const { rerender } = render(screenOf(true, false));
  button('Open').focus();
  rerender(screenOf(false, true));
  await new Promise((done) => setTimeout(done, 100));
  expect(focused()).toBe(document.body);
  rerender(screenOf(true, false));
  button('Open').focus();
  rerender(screenOf(false, false));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
});

test('whoever clicks beside everything is left alone', async () => {
  render(<Panel />);
  await userEvent.click(button('Actions'));
  await userEvent.click(document.body);
  await new Promise((done) => setTimeout(done, 20));
  screen.getByRole('region', { name: 'Done' }).append('More');
  await new Promise((done) => setTimeout(done, 100));
  expect(focused()).toBe(document.body);
});
