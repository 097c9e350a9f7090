import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mostChatFileBytes } from '@vigil/contract/blob.values';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { connection } from '#lib/connection.ts';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { signedInHint } from '#lib/session/sign-out.ts';
import './messages.ts';
import { Composer } from './components/composer.tsx';
import { UnsentRow } from './components/unsent-row.tsx';
import { sendMessage, unsentMessages } from './outbox.ts';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const conversationId = '11111111-1111-4111-8111-111111111111';
const nurse = '22222222-2222-4222-8222-222222222222';

/** An upload as the browser makes it, which the test lets go on, answer or break off. */
class Upload {
  static made: Upload[] = [];
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  responseText = '';
  address = '';
  readonly headers: Record<string, string> = {};
  sent: File | null = null;
  isAborted = false;
  constructor() {
    Upload.made.push(this);
  }
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(file: File) {
    this.sent = file;
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    act(() => this.onload?.());
  }
  done(name = 'f') {
    this.answer(200, { id: `id of ${name}`, url: `/blob/${name}` });
  }
}

let posted: { files: string[]; text: string; id: string }[];
let removed: string[];
let refuse: (() => Response) | null;

beforeEach(() => {
  [posted, removed, refuse, Upload.made] = [[], [], null, []];
  queryClient.clear();
  sessionStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  // Every test has a tenant of its own, so that none finds what another attached.
  session.set({
    userId: nurse,
    tenant: { tenant: 'demo', tenant_ID: crypto.randomUUID(), role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  connection.set('answering');
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'DELETE') removed.push(address.split('/').at(-1) ?? '');
    if (method === 'POST') posted.push(JSON.parse(String(body)));
    if (method === 'POST' && refuse) return refuse();
    return Response.json({ updatedAt: 1, removed: true });
  });
});
afterEach(async () => {
  // What goes on uploading would take the place of the next test's files.
  for (const button of screen.queryAllByRole('button', { name: /^(?:Remove|Cancel)/ })) fireEvent.click(button);
  cleanup();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Composer
        conversationId={conversationId}
        label="Message to Ada"
        onServer=""
        takenUp={null}
        takesFocus={false}
        onText={() => undefined}
        onSend={(text, files) => sendMessage(conversationId, text, files)}
      />
    </QueryClientProvider>,
  );
const fileOf = (name: string, size = 1_500) => {
  const file = new File(['x'], name, { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const choose = (...files: File[]) => {
  const chooser = document.querySelector('[data-chooser="clip"]') as HTMLInputElement;
  fireEvent.change(chooser, { target: { files } });
};
const chip = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Ada' });
const uploadOf = async (name: string) => {
  await waitFor(() => expect(Upload.made.some(({ sent }) => sent?.name === name)).toBe(true));
  return Upload.made.findLast(({ sent }) => sent?.name === name) as Upload;
};

test('a file is uploaded at once, its name in no address, and says its size and how far it is', async () => {
  show();
  choose(fileOf('Wunde links.png', 2_000));
  const shown = await chip('Wunde links.png');
  expect(shown.getByText('2 KB')).toBeTruthy();
  const upload = await uploadOf('Wunde links.png');
  expect(upload.address).toMatch(
    /^\/blob\/tenant\/[0-9a-f-]{36}\/user\/[0-9a-f-]{36}\/upload\?path=chat&overwrite=true&clientId=[0-9a-f-]{36}$/,
  );
  expect([upload.headers['x-file-name'], upload.headers.authorization]).toEqual(['Wunde%20links.png', 'Bearer access']);
  act(() => upload.upload.onprogress?.({ loaded: 500 }));
  expect(shown.getByRole('progressbar', { name: 'Upload of Wunde links.png' }).getAttribute('value')).toBe('500');
  expect(shown.getByText('Uploading, 25 %')).toBeTruthy();
  upload.done();
  await waitFor(() => expect(shown.queryByRole('progressbar')).toBeNull());
});

test('sending waits for the uploads, with what was written, and empties the field then', async () => {
  chatProvider.connect({ userId: nurse, appId: 'vigil' })();
  show();
  choose(fileOf('a.png'), fileOf('b.png'), fileOf('c.png'));
  await userEvent.type(field(), 'Look at these{Enter}');
  expect(await screen.findByText('It is sent as soon as the files are uploaded.')).toBeTruthy();
  expect([field().readOnly, posted]).toEqual([true, []]);
  (await uploadOf('b.png')).done('b');
  (await uploadOf('a.png')).done('a');
  (await uploadOf('c.png')).done('c');
  await waitFor(() =>
    expect(posted).toEqual([{ id: expect.any(String), text: 'Look at these', files: ['id of a', 'id of b', 'id of c'] }]),
  );
  await waitFor(() => expect([field().value, field().readOnly, screen.queryByText('a.png')]).toEqual(['', false, null]));
});

test('what waits goes although the conversation was closed, and can be held back', async () => {
  chatProvider.connect({ userId: nurse, appId: 'vigil' })();
  const { unmount } = show();
  choose(fileOf('a.png'));
  await userEvent.type(field(), 'First{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Do not send yet' }));
  (await uploadOf('a.png')).done('a');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect([posted, field().value]).toEqual([[], 'First']);
  choose(fileOf('b.png'));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  unmount();
  (await uploadOf('b.png')).done('b');
  await waitFor(() => expect(posted.map(({ text, files }) => [text, files])).toEqual([['First', ['id of a', 'id of b']]]));
  show();
  expect([field().value, screen.queryByText('b.png')]).toEqual(['', null]);
});

test('a message takes ten files of 100 MB; what is more, larger or empty is named with the reason', async () => {
  show();
  choose(
    fileOf('large.mov', mostChatFileBytes + 1),
    fileOf('nothing.txt', 0),
    ...Array.from({ length: 11 }, (_, at) => fileOf(`${at}.png`)),
  );
  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('large.mov was not attached: it is larger than 100 MB.');
  expect(said).toContain('nothing.txt was not attached: it is empty.');
  expect(said).toContain('10.png was not attached: a message takes at most 10 files.');
  expect(within(screen.getByRole('list', { name: 'Attached files' })).getAllByRole('listitem')).toHaveLength(10);
  expect(Upload.made.filter(({ sent }) => sent !== null)).toHaveLength(2);
});

test('what was not attached comes into sight, in browsers too whose scrolling answers with a promise', async () => {
  const scrolled = vi.fn(async () => undefined);
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrolled, configurable: true });
  try {
    show();
    choose(fileOf('nothing.txt', 0));
    expect((await screen.findByRole('alert')).textContent).toContain('nothing.txt');
    choose(fileOf('less.txt', 0));
    expect(screen.getByRole('alert').textContent).toContain('less.txt');
    expect(scrolled).toHaveBeenCalledTimes(2);
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

test('what the server refuses says why, keeps the message back, and can be tried again under the same id or left out', async () => {
  show();
  choose(fileOf('wrong.png'));
  const message = 'wrong.png is called .png, and is no such picture.';
  (await uploadOf('wrong.png')).answer(500, { error: { code: 'internal', message: 'It could not be kept.' } });
  const shown = await chip('wrong.png');
  expect((await shown.findByRole('alert')).textContent).toBe('It could not be kept.');
  await userEvent.type(field(), 'Here{Enter}');
  expect([posted, field().value]).toEqual([[], 'Here']);
  const first = Upload.made.at(-1)?.address;
  await userEvent.click(shown.getByRole('button', { name: 'Upload wrong.png again' }));
  await waitFor(() => expect(Upload.made).toHaveLength(2));
  expect(Upload.made.at(-1)?.address).toBe(first);
  (await uploadOf('wrong.png')).answer(400, { error: { code: 'invalid_input', message } });
  expect((await shown.findByRole('alert')).textContent).toBe(message);
  // The same file is refused again.
  expect(shown.queryByRole('button', { name: 'Upload wrong.png again' })).toBeNull();
  await act(() => i18next.changeLanguage('es'));
  expect(await screen.findByText(/Este archivo no se puede enviar/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Quitar wrong.png' }));
  expect(screen.queryByText('wrong.png')).toBeNull();
});

test('an upload is cancelled, and what was uploaded and not sent is removed', async () => {
  show();
  choose(fileOf('a.png'), fileOf('b.png'));
  (await uploadOf('a.png')).done('a');
  const b = await uploadOf('b.png');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload of b.png' }));
  expect([b.isAborted, screen.queryByText('b.png')]).toEqual([true, null]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove a.png' }));
  await waitFor(() => expect(removed).toEqual(['id%20of%20a']));
});

test('without a connection it says so, and goes on by itself once there is one', async () => {
  show();
  choose(fileOf('a.png'));
  const first = await uploadOf('a.png');
  act(() => {
    connection.set('offline');
    dispatchEvent(new Event('offline'));
  });
  expect(await screen.findByText('Waiting for the connection. It goes on by itself.')).toBeTruthy();
  expect(first.isAborted).toBe(true);
  act(() => connection.set('answering'));
  await waitFor(() => expect(Upload.made).toHaveLength(2));
  expect(Upload.made[1]?.address).toBe(first.address);
  Upload.made[1]?.done();
  await waitFor(() => expect(screen.queryByText(/Waiting for the connection/)).toBeNull());
});

test('whoever leaves the page is asked while files would be lost with it; a session that ends is not held up', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  localStorage.setItem(signedInHint, 'yes');
  show();
  expect(isAsked()).toBe(false);
  choose(fileOf('a.png'));
  await uploadOf('a.png');
  expect(isAsked()).toBe(true);
  // Signed out in another tab.
  localStorage.removeItem(signedInHint);
  expect(isAsked()).toBe(false);
  localStorage.setItem(signedInHint, 'yes');
  tokens.set(null);
  expect(isAsked()).toBe(false);
});

test('files are pasted into the field', async () => {
  show();
  fireEvent.paste(field(), { clipboardData: { files: [fileOf('shot.png')], types: ['Files'] } });
  expect(await screen.findByText('shot.png')).toBeTruthy();
});

test.each([
  ['a file without an address', '', () => Response.json({}), 'Cannot send file - File url is missing.'],
  [
    'a channel that is not there',
    '/blob/a',
    () => Response.json({ error: { code: 'not_found', message: 'There is no such conversation.' } }, { status: 404 }),
    "Chat channel doesn't exist",
  ],
])('%s is told in the specified words', async (_what, url, answer, words) => {
  chatProvider.connect({ userId: nurse, appId: 'vigil' })();
  refuse = answer;
  sendMessage(conversationId, '', [{ fileId: 'a', url, name: 'a.png', size: 1_500 }]);
  await waitFor(() => expect(unsentMessages.of(conversationId).map(({ state }) => state)).toEqual(['failed']));
  const [message] = unsentMessages.of(conversationId);
  if (!message) throw new Error('It was not kept.');
  render(<UnsentRow conversationId={conversationId} message={message} onEdit={undefined} />);
  expect(screen.getByRole('alert').textContent).toBe(`Not sent. ${words}`);
  expect(screen.getByText('a.png')).toBeTruthy();
});
