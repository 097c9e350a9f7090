import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoticesAround } from './notices-around.tsx';
import { SidePanel } from './side-panel.tsx';
import { useUndoNotice } from './use-undo-notice.tsx';

const tabs = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two' },
] as const;
type Id = (typeof tabs)[number]['id'];

function Page({ takesFocus }: { readonly takesFocus: boolean }) {
  const [open, setOpen] = useState<Id | null>(takesFocus ? null : 'one');
  return (
    <>
      <button type="button" onClick={() => setOpen('one')}>
        Open
      </button>
      {open && (
        <SidePanel label="Beside" tabs={tabs} open={open} onOpen={setOpen} onClose={() => setOpen(null)} takesFocus={takesFocus}>
          <p>What {open} holds</p>
          <a href="#elsewhere">Elsewhere</a>
        </SidePanel>
      )}
    </>
  );
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('beside a page: opening takes the focus in, arrows change the tab, Escape closes and gives the focus back', async () => {
  vi.stubGlobal('innerWidth', 1200);
  render(<Page takesFocus />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'One' }));
  screen.getByRole('tab', { name: 'One' }).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toContain('What two holds');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('found open with the page, it leaves the focus where it is', () => {
  vi.stubGlobal('innerWidth', 1200);
  render(<Page takesFocus={false} />);
  expect(document.activeElement).toBe(document.body);
});

test('where there is no room beside the page it covers it, and holds the focus', async () => {
  vi.stubGlobal('innerWidth', 390);
  render(<Page takesFocus />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Beside' }).contains(document.activeElement)).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('tabpanel')).toBeNull();
});

test.each([
  [390, 0],
  [1200, 1],
])('a link out of it is followed: at %i px, where it covers the page, it closes', async (width, left) => {
  vi.stubGlobal('innerWidth', width);
  render(<Page takesFocus />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(screen.queryAllByRole('tabpanel')).toHaveLength(left);
});

test('what covers the page holds its notices as well: “Undo” is told and reached, there and back on the page', async () => {
  vi.stubGlobal('innerWidth', 390);
  const undone = vi.fn();
  function Doing() {
    const told = useUndoNotice();
    return (
      <button type="button" onClick={() => told('It was cancelled.', undone)}>
        Cancel it
      </button>
    );
  }
  function Covered() {
    const [isOpen, setOpen] = useState(true);
    if (!isOpen) return <p>The page</p>;
    return (
      <SidePanel label="Beside" tabs={tabs} open="one" onOpen={() => undefined} onClose={() => setOpen(false)} takesFocus>
        <Doing />
      </SidePanel>
    );
  }
  render(
    <NoticesAround>
      <Covered />
    </NoticesAround>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel it' }));
  // By role: what is hidden from a screen reader is not found.
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  expect(document.activeElement).toBe(undo);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('The page');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undone).toHaveBeenCalledOnce();
});

test('where it covers the page, going back closes it and leaves the page; closed by hand it leaves no place behind', async () => {
  vi.stubGlobal('innerWidth', 390);
  history.pushState(null, '');
  render(<Page takesFocus />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(history.state).toMatchObject({ vigilCovers: true });
  const before = location.href;
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.href).toBe(before);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(history.state?.vigilCovers).toBeUndefined());
  expect(screen.queryByRole('dialog')).toBeNull();
});
