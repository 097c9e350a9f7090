import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortcuts } from '#lib/shortcuts.ts';
import { useRowKeys } from './use-row-keys.ts';

const opened = vi.fn();

function List() {
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useRowKeys(box, search);
  return (
    <>
      <input ref={search} aria-label="Search" />
      <div ref={box}>
        {['a', 'b', 'c'].map((id) => (
          <div key={id} data-row="">
            <a
              href={`#${id}`}
              data-row-link=""
              onClick={(event) => {
                event.preventDefault();
                opened(id);
              }}
            >
              {id}
            </a>
            <span>value {id}</span>
          </div>
        ))}
      </div>
    </>
  );
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  opened.mockClear();
  shortcuts.set(true);
  render(<List />);
});
afterEach(cleanup);

test('J and K, and the arrows, move between the rows and stop at the ends', async () => {
  const user = userEvent.setup();
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('a');
  await user.keyboard('j{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('c');
  await user.keyboard('k{ArrowUp}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('a');
});

test('with shortcuts off, letters and / do nothing, and the arrows still move', async () => {
  shortcuts.set(false);
  const user = userEvent.setup();
  await user.keyboard('j/');
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('a');
});

test('Enter opens the row that has the focus', async () => {
  const user = userEvent.setup();
  await user.keyboard('jj{Enter}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('b');
});

test('/ goes to the search box, where letters are letters and the arrow leads into the rows', async () => {
  const user = userEvent.setup();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  await user.keyboard('jk/');
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('jk/');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('a');
});

test('a click anywhere in a row opens it once', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByText('value c'));
  await user.click(screen.getByText('a'));
  expect(opened.mock.calls).toEqual([['c'], ['a']]);
});
