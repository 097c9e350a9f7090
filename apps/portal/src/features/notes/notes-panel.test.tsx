import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Note } from '@vigil/contract/notary.contract';
import type { Role } from '@vigil/domain/roles';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { noteDrafts } from './note-drafts.ts';
import { NotesPanel } from './notes-panel.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const member = '11111111-1111-4111-8111-111111111111';
const tenantId = '22222222-2222-4222-8222-222222222222';
const writtenAt = Date.UTC(2026, 4, 1, 9);
const author = { firstName: 'Nora', lastName: 'Nurse', title: null, role: 'nurse' } as const;

let stored: Note[];
let refuse: Response | null;
let posted: { id: string; text: string; amends?: { id: string; reason: string } }[];
let asked: URL[];

const noteOf = (id: string, text: string, over: Partial<Note> = {}): Note => ({
  ...{ id, noteId: id, user: member, clinicianId: 'n', author, text, createdAt: writtenAt, firstCreatedAt: writtenAt, reason: null },
  replaced: [],
  ...over,
});
const failing = (status: number, code: string) => Response.json({ error: { code, message: 'No.' } }, { status });

/** Stores what is sent, once for each id, as the server does. */
function take(note: (typeof posted)[number]): Response {
  const before = stored.find(({ id }) => id === note.amends?.id);
  if (stored.some(({ id, text }) => id === note.id && text !== note.text)) return failing(409, 'conflict');
  if (!stored.some(({ id }) => id === note.id)) {
    const replaced = before ? [before, ...before.replaced] : [];
    stored = [
      noteOf(note.id, note.text, { noteId: before?.noteId ?? note.id, reason: note.amends?.reason ?? null, replaced }),
      ...stored.filter((one) => one !== before),
    ];
  }
  return Response.json(stored[0]);
}

beforeEach(() => {
  [stored, refuse, posted, asked] = [[], null, [], []];
  queryClient.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const url = new URL(address, location.href);
    asked.push(url);
    if (method === 'POST') {
      posted.push(JSON.parse(String(body)));
      if (refuse) return refuse.status === 0 ? Promise.reject(new TypeError('offline')) : refuse.clone();
      return take(posted.at(-1) as (typeof posted)[number]);
    }
    if (refuse && refuse.status === 403) return refuse.clone();
    const [page, size] = [Number(url.searchParams.get('page')), 20];
    const list = url.searchParams.get('filter') === 'LAST' ? [] : stored.slice(page * size, (page + 1) * size);
    return Response.json({ content: list, totalElements: url.searchParams.get('filter') === 'LAST' ? 0 : stored.length, page, size });
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

let people = 0;
/** Every test has a person of its own, so that none finds what another wrote. */
function signIn(role: Role) {
  people += 1;
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: `person ${people}`,
    tenant: { tenant: 'demo', tenant_ID: tenantId, role_ID: role, roles: [role] },
    severalTenants: false,
  });
}
function open({ own = false, memberId = member, memberName = undefined as string | undefined } = {}) {
  return render(
    <QueryClientProvider client={queryClient}>
      <NotesPanel memberId={memberId} memberName={memberName} zone="UTC" own={own} />
    </QueryClientProvider>,
  );
}
function start(role: Role = 'nurse', how: Parameters<typeof open>[0] = {}) {
  signIn(role);
  return open(how);
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New note' });
const save = () => screen.getByRole('button', { name: 'Save note' });
const offline = () => {
  refuse = { status: 0 } as Response;
};

test('whoever writes reads about whom, also where the panel covers the page', async () => {
  start('nurse', { memberName: 'Ada Example' });
  expect(await screen.findByRole('textbox', { name: 'New note about Ada Example' })).toBeTruthy();
});

test('a note is on screen before it is stored, then stands in the history, once', async () => {
  start();
  await screen.findByText('No notes yet');
  await userEvent.type(await field(), 'Feels better.');
  await userEvent.click(save());
  const article = await screen.findByRole('article');
  expect(within(article).getByText('Feels better.')).toBeTruthy();
  expect(within(article).getByText('Nora Nurse')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Feels better.')).toHaveLength(1));
  expect((await field()).value).toBe('');
  expect(posted).toHaveLength(1);
});

test('what was not saved says so, stays while another screen is open, and trying again sends the same note', async () => {
  const { unmount } = start();
  offline();
  await userEvent.type(await field(), 'Feels better.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findByText('Not saved')).closest('[role="alert"]')?.textContent).toMatch(/trying again stores it once/);
  unmount();
  open();
  expect(await screen.findByText('Feels better.')).toBeTruthy();
  refuse = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('article');
  await waitFor(() => expect(noteDrafts.of(member)).toEqual([]));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(posted).toHaveLength(2);
  expect(sessionStorage.getItem('vigil.drafts.notes')).toBeNull();
});

test('who is on hold is told so, and the text is kept', async () => {
  start();
  refuse = Response.json({ error: { code: 'account_on_hold', message: 'No.' } }, { status: 403 });
  await userEvent.type(await field(), 'Feels better.');
  await userEvent.click(save());
  await screen.findByText(/Your account is on hold/);
  expect(sessionStorage.getItem('vigil.drafts.notes')).toContain('Feels better.');
});

test('a note that arrived although its answer was lost is not shown as unsaved', async () => {
  start();
  offline();
  await userEvent.type(await field(), 'Feels better.');
  await userEvent.click(save());
  await screen.findByText(/^Not saved/);
  take(posted[0] as (typeof posted)[number]);
  await queryClient.invalidateQueries();
  await screen.findByRole('article');
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
  expect(noteDrafts.of(member)).toEqual([]);
});

test('a failed note can be edited; one that clashed goes on as a note of its own', async () => {
  start();
  refuse = failing(409, 'conflict');
  await userEvent.type(await field(), 'Feels better.');
  await userEvent.click(save());
  await screen.findByText(/^Not saved/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect((await field()).value).toBe('Feels better.');
  refuse = null;
  await userEvent.type(await field(), ' Much.');
  await userEvent.click(save());
  await screen.findByRole('article');
  expect(posted.map(({ text }) => text)).toEqual(['Feels better.', 'Feels better. Much.']);
  expect(new Set(posted.map(({ id }) => id)).size).toBe(2);
});

test('a note that was changed after its first sending arrived unseen keeps the changed text', async () => {
  start();
  offline();
  await userEvent.type(await field(), 'First.');
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  take(posted[0] as (typeof posted)[number]);
  refuse = null;
  await userEvent.type(await field(), ' Second.');
  await userEvent.click(save());
  await screen.findByText('Not saved');
  await screen.findByRole('article');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect((await field()).value).toBe('First. Second.');
  await userEvent.click(save());
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

test('what is written stays while another member is looked at, and is nobody else’s', async () => {
  const { unmount } = start();
  await userEvent.type(await field(), 'Half a sent');
  unmount();
  const other = open({ memberId: '33333333-3333-4333-8333-333333333333' });
  expect((await field()).value).toBe('');
  other.unmount();
  const again = open();
  expect((await field()).value).toBe('Half a sent');
  again.unmount();
  start();
  expect((await field()).value).toBe('');
  expect(sessionStorage.getItem('vigil.drafts.notes') ?? '').not.toContain('Half a sent');
});

test('what the server would refuse is said beside the field, and nothing is sent', async () => {
  start();
  await userEvent.click(await screen.findByRole('button', { name: 'Save note' }));
  const empty = await screen.findByText('Write something first');
  const box = await field();
  expect(box.getAttribute('aria-describedby')).toBe(empty.id);
  expect([box.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', box]);
  await userEvent.click(box);
  await userEvent.paste('x'.repeat(10_001));
  await screen.findByText('At most 10000 characters; this has 10001');
  expect(posted).toEqual([]);
});

test('an amendment needs a reason and shows what it replaced', async () => {
  stored = [noteOf('44444444-4444-4444-8444-444444444444', 'Weight 80 kg.')];
  start('md');
  await userEvent.click(await screen.findByRole('button', { name: /^Amend the note of/ }));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  expect([text.value, document.activeElement]).toEqual(['Weight 80 kg.', text]);
  await userEvent.clear(text);
  await userEvent.type(text, 'Weight 82 kg.');
  await userEvent.click(screen.getByRole('button', { name: 'Save amendment' }));
  await screen.findByText('Say why, so that readers understand the change');
  expect(posted).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Why is it amended?' }), 'Misread');
  await userEvent.click(screen.getByRole('button', { name: 'Save amendment' }));
  await screen.findByText(/^Amended .* by Nora Nurse: Misread$/);
  const replaced = screen.getByText('Show what it replaced').closest('details');
  expect(replaced?.textContent).toContain('Weight 80 kg.');
});

test('an amendment that somebody else was quicker with keeps its text and says so', async () => {
  const first = noteOf('44444444-4444-4444-8444-444444444444', 'Weight 80 kg.');
  stored = [first];
  start();
  await userEvent.click(await screen.findByRole('button', { name: /^Amend the note of/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ' Mine.');
  stored = [noteOf('55555555-5555-4555-8555-555555555555', 'Weight 82 kg.', { noteId: first.id, reason: 'Theirs', replaced: [first] })];
  await queryClient.invalidateQueries();
  await screen.findByText(/^Somebody amended this note/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Why is it amended?' }), 'Misread');
  await userEvent.click(screen.getByRole('button', { name: 'Save amendment' }));
  await screen.findByText('Weight 80 kg. Mine.');
  expect(posted[0]?.amends?.id).toBe('55555555-5555-4555-8555-555555555555');
});

test.each<[Role, boolean, string]>([
  ['observer', false, 'Observers read notes and write none.'],
  ['patient', true, 'Your care team has written no notes about you yet.'],
])('%s reads and has no form', async (role, own, told) => {
  start(role, { own });
  await screen.findByText(told);
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  stored = [noteOf('44444444-4444-4444-8444-444444444444', 'For the record.')];
  queryClient.clear();
  open({ own });
  await screen.findByText('For the record.');
  expect(screen.queryByRole('button', { name: /Amend/ })).toBeNull();
});

test('a member reads in Spanish', async () => {
  await i18next.changeLanguage('es');
  stored = [noteOf('44444444-4444-4444-8444-444444444444', 'For the record.')];
  start('patient', { own: true });
  await screen.findByRole('heading', { name: 'Notas que su equipo de atención escribió sobre usted' });
  await screen.findByText('Enfermería');
});

test('who may not read is told so, and an unreachable server can be asked again', async () => {
  refuse = failing(403, 'no_access_to_user');
  const { unmount } = start();
  await screen.findByText('These notes are not open to you');
  unmount();
  queryClient.clear();
  vi.stubGlobal('fetch', async () => failing(500, 'internal'));
  open();
  await screen.findByText('The notes could not be loaded');
  vi.stubGlobal('fetch', async () => Response.json({ content: [], totalElements: 0, page: 0, size: 20 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No notes yet');
});

test('a long history has pages, an order, and a filter that can be left again', async () => {
  stored = Array.from({ length: 21 }, (_, n) => noteOf(`44444444-4444-4444-8444-${String(n).padStart(12, '0')}`, `Note ${n}`));
  start();
  await screen.findByText('1–20 of 21');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Note 20');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest');
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?filter=ALL&sort=OLDEST&page=0'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'Last 30 days');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all notes' }));
  await screen.findByText('Note 0');
});
