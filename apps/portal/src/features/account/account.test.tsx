import '#ui/messages.ts';
import './messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { colorMode } from '#lib/color-mode.ts';
import { accountQuery } from '#lib/member.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountScreen } from './account-screen.tsx';
import { AccountParts } from './components/account-parts.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: vi.fn() }),
  Link: ({ to, children, ...rest }: { to: string; children: ReactNode }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
}));

vi.mock('./crop.ts', async (actual) => ({
  ...(await actual<typeof import('./crop.ts')>()),
  openPicture: async () => 'blob:chosen',
  cropped: async () => new Uint8Array([1, 2, 3]),
}));
vi.mock('./components/crop-dialog.tsx', () => ({
  CropDialog: ({ onUse }: { onUse: (area: object) => void }) => (
    <button type="button" onClick={() => onUse({})}>
      Use this part
    </button>
  ),
}));

const me = '00000000-0000-4000-8000-000000000001';
const account = {
  id: me,
  tenantId: '00000000-0000-4000-8000-000000000002',
  version: 3,
  roles: ['nurse'],
  personalInfo: { firstName: 'Nora', middleName: null, lastName: 'Nurse', title: null, photoUrl: null, signUrl: null },
  contactInfo: { email: 'nurse@demo.example', phoneNumber: '+15550100199', emergencyContacts: [] },
  languageRegion: { timezone: 'America/Los_Angeles' },
  portalSettings: { unitSystem: null, colorMode: 'LIGHT', chartAxes: null },
};

let changes: { method: string; body: unknown }[];
let answer: () => Response | Promise<Response>;
const nameShown = () => queryClient.getQueryData(accountQuery(me).queryKey)?.personalInfo.lastName;

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  session.set({
    userId: me,
    tenant: { tenant: 'demo', tenant_ID: account.tenantId, role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  changes = [];
  answer = () => Response.json({ ...account, version: 4, personalInfo: { ...account.personalInfo, lastName: 'Newname' } });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json(account);
    changes.push({
      method: String(init.method),
      body: ArrayBuffer.isView(init.body) ? [...new Uint8Array(init.body.buffer)] : JSON.parse(String(init.body)),
    });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(shown: ReactNode = <AccountParts security="/account/security" />) {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>{shown}</SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Last name');
  return userEvent.setup();
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function type(user: Awaited<ReturnType<typeof open>>, label: string, text: string) {
  await user.clear(field(label));
  if (text) await user.type(field(label), text);
}

test('saving sends what was changed on the version that was read, and shows it before the answer is there', async () => {
  const user = await open();
  let release: (answer: Response) => void = () => undefined;
  const later = answer();
  answer = () => new Promise((resolve) => (release = resolve));
  await type(user, 'Last name', '  Newname ');
  await type(user, 'Phone', '+44 20 7946-0958');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toEqual({
    method: 'PUT',
    body: { version: 3, personalInfo: { lastName: 'Newname' }, contactInfo: { phoneNumber: '+442079460958' } },
  });
  expect(nameShown()).toBe('Newname');
  release(await later);
  await screen.findByText('Saved.');
});

test('what is typed while saving is under way stays, to be saved next', async () => {
  const user = await open();
  let release: (answer: Response) => void = () => undefined;
  const later = answer();
  answer = () => new Promise((resolve) => (release = resolve));
  await type(user, 'Last name', 'Newname');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  await type(user, 'First name', 'Norah');
  release(await later);
  await screen.findByText('Saved.');
  expect([field('First name').value, field('Last name').value]).toEqual(['Norah', 'Newname']);
});

test('a failure sets the account back, keeps what was typed, and says why', async () => {
  const user = await open();
  answer = () => Response.json({ error: { code: 'database_unavailable', message: 'The database is away.' } }, { status: 503 });
  await type(user, 'Last name', 'Newname');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not saved. The database is away.');
  expect([nameShown(), field('Last name').value]).toEqual(['Nurse', 'Newname']);
  expect(console.error).toHaveBeenCalledWith('Failed to update user preferences', expect.anything());
});

test.each([
  ['Last name', '', 'Give a last name of 1 to 100 characters.'],
  ['Phone', '0171 1234', 'Write it with + and the country’s number, as in +1 555 010 0199.'],
])('what the server would refuse of %s is said beside it, and nothing is sent', async (label, text, fault) => {
  const user = await open();
  await type(user, label, text);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not saved. Look at the fields that are marked.');
  expect(field(label).getAttribute('aria-describedby')).toBe(screen.getByText(fault).id);
  expect(changes).toEqual([]);
});

test('an account that was changed elsewhere meanwhile is said so, and nothing typed is lost', async () => {
  const user = await open();
  answer = () => Response.json({ error: { code: 'conflict', message: 'Changed meanwhile.' } }, { status: 409 });
  await type(user, 'First name', 'Norah');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/changed elsewhere meanwhile/);
  expect(field('First name').value).toBe('Norah');
});

test('a preference is on screen at once and set back when it cannot be kept', async () => {
  colorMode.set('light');
  const user = await open();
  let refuse: (answer: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (refuse = resolve));
  await user.click(screen.getByLabelText('Dark'));
  expect(colorMode.get()).toBe('dark');
  await waitFor(() => expect(changes[0]?.body).toEqual([{ op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' }]));
  refuse(Response.json({ error: { code: 'internal', message: 'Sorry.' } }, { status: 500 }));
  await screen.findByText('Your setting could not be saved. It was set back.');
  expect(colorMode.get()).toBe('light');
});

test('the page of the staff and the dialog of the others lead to what one signs in with, each where it may be opened', async () => {
  await open(<AccountScreen />);
  const way = () => screen.getByRole('link', { name: /Sign-in and security/ });
  expect(way().getAttribute('href')).toBe('/dashboard/account/security');
  cleanup();
  const onClose = vi.fn();
  const user = await open(<AccountDialog onClose={onClose} />);
  expect(way().getAttribute('href')).toBe('/account/security');
  await user.click(way());
  expect(onClose).toHaveBeenCalledOnce();
});

test('a file that is too large or no picture is refused before it is sent, with its size', async () => {
  const user = await open();
  const chooser = screen.getByLabelText<HTMLInputElement>('Photo');
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: 25_340_000 });
  await user.upload(chooser, file);
  await screen.findByText('The picture has 25.3 MB; the most is 20 MB. Choose a smaller one.');
  expect(changes).toEqual([]);
});

test('a picture that was lost on its way is sent again without being chosen and cropped anew', async () => {
  const user = await open();
  URL.revokeObjectURL ??= () => undefined;
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await user.upload(screen.getByLabelText<HTMLInputElement>('Photo'), new File(['x'], 'photo.jpg', { type: 'image/jpeg' }));
  await user.click(await screen.findByRole('button', { name: 'Use this part' }));
  // It may have been stored: only the answer is known to be lost.
  await screen.findByText(/^Nobody knows whether this was done/);
  answer = () => Response.json({ id: me, url: '/x', kind: 'photo' }, { status: 201 });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(changes.map(({ body }) => body)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]),
  );
});

test('a signature that was not read for want of a connection is said so, and read on request', async () => {
  URL.createObjectURL = () => 'blob:signature';
  URL.revokeObjectURL = () => undefined;
  const signUrl = `/blob/tenant/${account.tenantId}/user/${me}/files/${me}`;
  let isThere = false;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/blob/')) return Response.json({ ...account, personalInfo: { ...account.personalInfo, signUrl } });
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } });
  });
  const user = await open();
  await screen.findByText('The picture could not be shown.');
  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('img', { name: 'Signature' })).getAttribute('src')).toBe('blob:signature');
});
