import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '#lib/connection.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { SurveyBuilderScreen } from './builder-screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

let stored: (SurveyDraft & { status: string }) | null;
let failing: (() => Response | Promise<Response>) | null;
/** What is sent is stored, and its answer lost. */
let isLosing: boolean;
const whole = () => ({
  ...stored,
  version: null,
  changed: true,
  shipped: false,
  time_changed: 1,
  changed_by: { id: 'them', firstName: 'Tess', lastName: 'Theirs' },
});

beforeEach(() => {
  [stored, failing, isLosing] = [null, null, false];
  queryClient.clear();
  sessionStorage.clear();
  signInAs('nurse');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    const isList = pathname.endsWith('/surveys');
    if (method === 'GET' && isList) return Response.json(stored ? [whole()] : []);
    if (method === 'GET' && stored && pathname.endsWith(stored.id)) return Response.json(whole());
    if (method === 'GET') return Response.json({ error: { code: 'not_found', message: 'There is none.' } }, { status: 404 });
    if (failing) return failing();
    if (method === 'PUT') {
      const sent = JSON.parse(String(body)) as SurveyDraft;
      const isAgain = stored?.revision === sent.revision + 1 && JSON.stringify(stored.content) === JSON.stringify(sent.content);
      if (stored && stored.revision !== sent.revision && !isAgain)
        return Response.json({ error: { code: 'conflict', message: 'Changed meanwhile.' } }, { status: 409 });
      stored = { ...sent, revision: sent.revision + 1, status: 'draft' };
      if (isLosing) throw new TypeError('the line was cut');
      return Response.json(whole());
    }
    if (!/\/(publish|retire)$/.test(pathname) || !stored) throw new Error(`Nobody expected ${method} ${pathname}`);
    stored = { ...stored, status: 'live' };
    return Response.json({ ...whole(), changed: false, version: 1 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function signInAs(role: 'nurse' | 'observer') {
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  const tenant = { tenant: 'demo', tenant_ID: 't', role_ID: role, roles: [role] };
  session.set({ userId: '5d0cba11-0000-4000-8000-000000000002', tenant, severalTenants: false });
}
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <SurveyBuilderScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const kept = () => screen.findByText('Everything is kept.', {}, { timeout: 20_000 });
/** A new survey that is kept, with nothing in it. */
async function beginKept() {
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'x');
  await kept();
  await userEvent.clear(screen.getByLabelText('Title, for members'));
  await waitFor(() => expect(stored?.content.title).toBe(''), { timeout: 20_000 });
  await kept();
}

test('a new one that nothing is written in is nothing that anybody finds later', async () => {
  const { unmount } = open();
  await press('New survey');
  expect(await screen.findByText('Nothing is kept until you write something.')).toBeTruthy();
  unmount();
  open();
  expect(await screen.findByText('Choose a survey, or begin a new one')).toBeTruthy();
  expect([stored, sessionStorage.getItem('vigil.drafts.written-surveys')]).toEqual([null, null]);
});

test('what is written is kept by itself, tried in the preview with its score, and published', async () => {
  open();
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Pain');
  await press('Add a question');
  await userEvent.type(screen.getByLabelText('Question'), 'Any pain?');
  await userEvent.type(screen.getByLabelText('Answer 1'), 'No');
  await userEvent.type(screen.getByLabelText('Answer 2'), 'Yes');
  await userEvent.type(screen.getByLabelText('Score of answer 2'), '3');
  await userEvent.click(screen.getByLabelText('Add up the scores of the answers'));
  await press('Add a band');
  await userEvent.type(screen.getByLabelText('Band 1, to'), '9');
  await kept();
  await waitFor(() =>
    expect(stored?.content).toMatchObject({
      title: 'Pain',
      scoring: { bands: [{ from: 0, to: 9, label: 'Band 1' }] },
      questions: [
        {
          name: 'q1',
          text: 'Any pain?',
          options: [
            { index: 0, text: 'No' },
            { index: 1, text: 'Yes', score: 3 },
          ],
        },
      ],
    }),
  );
  const preview = within(screen.getByLabelText('Preview'));
  await userEvent.click(preview.getByRole('radio', { name: 'Yes' }));
  expect(preview.getByText('3, Band 1')).toBeTruthy();
  await press('Publish');
  expect(await screen.findByText(/Published/)).toBeTruthy();
});

test('a failure loses nothing of what was typed', async () => {
  failing = () => Response.json({ error: { code: 'internal', message: 'It failed.' } }, { status: 500 });
  open();
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Sleep');
  expect(await screen.findByText(/Not kept/, {}, { timeout: 20_000 })).toBeTruthy();
  failing = null;
  await userEvent.type(screen.getByLabelText('Title, for members'), ' well');
  await kept();
  expect(stored?.content.title).toBe('Sleep well');
});

/** As another author keeps it, a revision further. */
const theySave = (title: string, intro: string | null = null) => {
  const before = stored as NonNullable<typeof stored>;
  stored = { ...before, revision: before.revision + 1, content: { ...before.content, title, intro } };
};
const title = () => screen.getByLabelText<HTMLInputElement>('Title, for members').value;

test.each([
  { choice: 'Go on with mine', holds: 'Sleep at night' },
  { choice: 'Take theirs', holds: 'Sleep by day' },
])('two who write at once: both are shown, nothing is lost until one says so: $choice', async ({ choice, holds }) => {
  open();
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Sleep');
  await kept();
  theySave('Sleep by day', 'A few questions');
  await userEvent.type(screen.getByLabelText('Title, for members'), ' at night');
  expect(await screen.findByText(/Tess Theirs saved it/, {}, { timeout: 20_000 })).toBeTruthy();
  const both = within(screen.getByRole('alert', { name: 'Somebody has changed this survey meanwhile' }));
  const parts = both.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(parts).toEqual(['Yours: Sleep at night', 'Theirs: Sleep by day', 'Yours: –', 'Theirs: A few questions']);
  expect([title(), stored?.content.title]).toEqual(['Sleep at night', 'Sleep by day']);
  await press(choice);
  await kept();
  expect([title(), stored?.content.title]).toEqual([holds, holds]);
});

test('what could not be kept is still there after a reload, in the list and in the form, and is kept then', async () => {
  failing = () => Promise.reject(new TypeError('no network'));
  const { unmount } = open();
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Falls');
  await screen.findByText(/Not kept yet/, {}, { timeout: 20_000 });
  unmount();
  open();
  expect(await screen.findByDisplayValue('Falls')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Surveys of the clinic' })).getByText('not kept yet')).toBeTruthy();
  failing = null;
  await kept();
  expect([stored?.content.title, sessionStorage.getItem('vigil.drafts.written-surveys')]).toEqual(['Falls', null]);
});

test('whoever leaves while a save is on its way has the rest sent after it', async () => {
  const { unmount } = open();
  await beginKept();
  let arrive: () => void = () => undefined;
  const isOnItsWay = new Promise<void>((resolve) => {
    failing = () => {
      failing = null;
      resolve();
      return new Promise((answer) => {
        arrive = () => {
          theySave('Fal');
          answer(Response.json(whole()));
        };
      });
    };
  });
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Fal');
  await isOnItsWay;
  await userEvent.type(screen.getByLabelText('Title, for members'), 'ls');
  unmount();
  arrive();
  await waitFor(() => expect(stored?.content.title).toBe('Falls'));
});

test('what is typed while a save is on its way is sent after it', async () => {
  open();
  await press('New survey');
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Sleep');
  await kept();
  let arrive: (answer: Response) => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    failing = () => {
      failing = null;
      resolve();
      return new Promise((answer) => {
        arrive = answer;
      });
    };
  });
  await userEvent.type(screen.getByLabelText('Title, for members'), ' well');
  await sent;
  await userEvent.type(screen.getByLabelText('Title, for members'), ' or not');
  stored = { ...(stored as NonNullable<typeof stored>), revision: (stored?.revision ?? 0) + 1 };
  arrive(Response.json(whole()));
  await waitFor(() => expect(stored?.content.title).toBe('Sleep well or not'), { timeout: 20_000 });
  await kept();
});

test('what could not be sent is sent by itself once the server answers, and is not closed over without being asked', async () => {
  open();
  await beginKept();
  failing = () => Promise.reject(new TypeError('no network'));
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Falls');
  await screen.findByText(/Not kept yet/, {}, { timeout: 20_000 });
  const closing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closing()).toBe(true);
  failing = null;
  act(() => connection.set('answering'));
  await kept();
  expect([stored?.content.title, closing()]).toEqual(['Falls', false]);
});

test('what was stored although its answer was lost is nobody else’s change: what was typed since follows it', async () => {
  open();
  await beginKept();
  isLosing = true;
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Falls');
  await screen.findByText(/Not kept yet/, {}, { timeout: 20_000 });
  isLosing = false;
  await userEvent.type(screen.getByLabelText('Title, for members'), ' at night');
  await kept();
  expect(stored?.content.title).toBe('Falls at night');
  expect(screen.queryByText(/Somebody has changed this survey/)).toBeNull();
});

test('whoever goes elsewhere at once has what was typed sent on the way', async () => {
  const { unmount } = open();
  await beginKept();
  await userEvent.type(await screen.findByLabelText('Title, for members'), 'Falls');
  unmount();
  await waitFor(() => expect(stored?.content.title).toBe('Falls'));
});

test('who only looks can begin none', async () => {
  signInAs('observer');
  open();
  expect(await screen.findByText('Choose a survey to read it')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New survey' })).toBeNull();
});
