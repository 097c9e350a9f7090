import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatMessage } from '@vigil/contract/chat.contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#lib/store.ts';
import './messages.ts';
import { MessageLog } from './components/message-log.tsx';
import type { HistoryState, MessageHistory } from './message-history.ts';

const message = (sequence: number) => ({ messageId: `m${sequence}`, sequence, isUnread: false }) as ChatMessage;
const stateOf = (from: number, to: number, hasAfter: boolean): HistoryState => ({
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  ...{ hasBefore: true, hasAfter, status: 'open', failure: null, loading: null, pageFailed: null, firstNew: null },
});
let resized: () => void = () => undefined;
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(listener: () => void) {
      resized = listener;
    }
    observe() {}
    disconnect() {}
  },
);
/** As the browser would lay it out. Pixels. */
const heights = { scrollHeight: 2_000, clientHeight: 500 };
for (const [name, height] of Object.entries(heights))
  vi.spyOn(HTMLElement.prototype, name as keyof typeof heights, 'get').mockReturnValue(height);
afterEach(cleanup);

function show(first: HistoryState, target: string | null) {
  const store = createStore(first);
  const history = { state: store, more: vi.fn(), toLatest: vi.fn() } as unknown as MessageHistory;
  const view = (ownLastId?: string) => (
    <MessageLog label="Messages" history={history} state={store.get()} target={target} ownLastId={ownLastId} onSeen={() => undefined}>
      {store.get().messages.map(({ messageId }) => (
        <li key={messageId} data-target={messageId === target || undefined}>
          {messageId}
        </li>
      ))}
    </MessageLog>
  );
  const { rerender } = render(view());
  const change = (next: HistoryState, ownLastId?: string) => {
    store.set(next);
    rerender(view(ownLastId));
  };
  return { change, history };
}

test('from a place in the past the way to the latest message ends at the last message', async () => {
  const { change } = show(stateOf(70, 90, true), 'm80');
  const log = screen.getByRole('log');
  log.scrollTop = 300;
  await userEvent.click(screen.getByRole('button', { name: 'To the latest message' }));
  expect(log.scrollTop).toBe(300);
  change({ ...stateOf(70, 90, true), loading: 'after' });
  change(stateOf(181, 200, false));
  expect(log.scrollTop).toBe(2_000);
});

test('what is written while an old place is read is seen behind the last messages', () => {
  const { change, history } = show(stateOf(70, 90, true), 'm80');
  const log = screen.getByRole('log');
  change(stateOf(70, 90, true), 'unsent');
  expect(history.toLatest).toHaveBeenCalledTimes(1);
  log.scrollTop = 300;
  change(stateOf(182, 201, false));
  expect([log.scrollTop, vi.mocked(history.toLatest).mock.calls.length]).toEqual([2_000, 1]);
  change(stateOf(182, 201, false), 'another');
  expect(history.toLatest).toHaveBeenCalledTimes(1);
});

test('with less room the end stays in sight for whoever reads at the end, and nothing moves for whoever reads above', () => {
  show(stateOf(1, 20, false), null);
  const log = screen.getByRole('log');
  log.scrollTop = 1_480;
  log.dispatchEvent(new Event('scroll'));
  resized();
  expect(log.scrollTop).toBe(2_000);
  log.scrollTop = 300;
  log.dispatchEvent(new Event('scroll'));
  resized();
  expect(log.scrollTop).toBe(300);
});
