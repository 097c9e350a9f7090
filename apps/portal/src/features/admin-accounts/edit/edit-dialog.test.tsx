import '#ui/messages.ts';
import '../messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccountRow } from '@vigil/contract/registry.contract';
import type { Role } from '@vigil/domain/roles';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { EditDialog } from './edit-dialog.tsx';

// The first screen of a run is compiled on the way, and each of these tests types a lot; a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const id = '00000000-0000-4000-8000-000000000001';
const accountNow = (over: object = {}) => ({
  id,
  version: 3,
  roles: ['patient'] as Role[],
  personalInfo: {
    ...{ title: null, firstName: 'Ann', middleName: null, lastName: 'Adams', photoUrl: null, signUrl: null },
    ...{ birthday: '1950-02-03', sex: 'female', gender: null, mrn: 'M-1', employeeId: null },
  },
  contactInfo: { email: 'ann@test.example', phoneNumber: '+15550100199', emergencyContacts: [] as object[] },
  languageRegion: { timezone: 'America/Chicago' },
  ...over,
});

let account: ReturnType<typeof accountNow>;
let sent: unknown[];
let answer: () => Response;
const onClose = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  queryClient.clear();
  onClose.mockClear();
  // Another person each time: nothing that one test has typed is a draft of the next.
  const tenant = { tenant: 'demo', tenant_ID: crypto.randomUUID(), role_ID: 'tenant_admin', roles: ['tenant_admin'] } as const;
  session.set({ userId: 'me', tenant, severalTenants: false });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  account = accountNow();
  sent = [];
  answer = () => Response.json({ ...account, version: 4 });
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(account);
    sent.push({ method, body: JSON.parse(String(body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(roles: Role[] = ['patient']) {
  account = { ...account, roles };
  const row = { id, firstName: 'Ann', lastName: 'Adams', roles } as AccountRow;
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <EditDialog row={row} onClose={onClose} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Last name');
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  if (text) await userEvent.type(field(label), text);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const saidOf = (label: string) => document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;

test('what was changed is sent on the version that was read, an emptied field as nothing, and the dialog closes', async () => {
  await open();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await type('Last name', '  Archer ');
  await type('MRN', '');
  await type('Phone', '+44 20 7946-0958');
  await userEvent.selectOptions(field('Sex'), 'Intersex');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const personalInfo = { lastName: 'Archer', mrn: null, sex: 'intersex' };
  expect(sent).toEqual([{ method: 'PUT', body: { version: 3, personalInfo, contactInfo: { phoneNumber: '+442079460958' } } }]);
});

test.each<[Role[], string[], string[]]>([
  [['patient'], ['Date of birth', 'Sex', 'Gender', 'MRN', 'Emergency contacts'], ['Employee ID']],
  [['nurse'], ['Employee ID'], ['Date of birth', 'Sex', 'Gender', 'MRN', 'Emergency contacts']],
  [['nurse', 'patient'], ['Employee ID', 'Date of birth', 'MRN'], []],
])('%j are asked for %j and not for %j', async (roles, shown, hidden) => {
  await open(roles);
  expect(shown.map((label) => screen.queryByLabelText(label) !== null)).toEqual(shown.map(() => true));
  expect(hidden.map((label) => screen.queryByLabelText(label) !== null)).toEqual(hidden.map(() => false));
});

test.each([
  ['First name', ' ', 'Enter 1 to 100 characters.'],
  ['E-mail', 'ann', 'Enter an e-mail address, like name@example.org.'],
  ['Phone', '0171 1234', 'Start with + and the country code, like +1 555 010 0199.'],
  ['Time zone', 'Middle/Earth', 'Enter a time zone by name, like America/Chicago.'],
  ['Date of birth', '2999-01-01', 'Enter a date in the past.'],
])('what the server would refuse of %s (%j) is said beside it, and nothing is sent', async (label, text, fault) => {
  await open();
  await type(label, text);
  await save();
  await waitFor(() => expect(saidOf(label)).toBe(fault));
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  expect([sent, field(label).value]).toEqual([[], text]);
});

test('emergency contacts are edited as one list; one with a wrong number is marked and the member’s own number is not', async () => {
  const ana = { name: 'Ana Adams', relationship: null, phoneNumber: '+15550100101' };
  account = accountNow({ contactInfo: { ...account.contactInfo, emergencyContacts: [ana] } });
  await open();
  const contacts = within(screen.getByRole('region', { name: 'Emergency contacts' }));
  await userEvent.click(contacts.getByRole('button', { name: 'Add contact' }));
  const second = within(contacts.getByRole('group', { name: 'Contact 2' }));
  await userEvent.type(second.getByLabelText('Name'), 'Ben Adams');
  await userEvent.type(second.getByLabelText('Phone number'), '555 0102');
  await save();
  await second.findByText('Start with + and the country code, as in +1 555 010 0199.');
  expect([sent, field('Phone').getAttribute('aria-invalid')]).toEqual([[], 'false']);
  await userEvent.clear(second.getByLabelText('Phone number'));
  await userEvent.type(second.getByLabelText('Phone number'), '+1 555 010 0102');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const ben = { name: 'Ben Adams', relationship: null, phoneNumber: '+15550100102' };
  const body = { version: 3, personalInfo: {}, contactInfo: { emergencyContacts: [ana, ben] } };
  expect(sent).toEqual([{ method: 'PUT', body }]);
});

test('emergency contacts that the member changes meanwhile are shown, and taken or replaced', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add contact' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Ben');
  await userEvent.type(screen.getByLabelText('Phone number'), '+15550100102');
  const theirs = { name: 'Ana Adams', relationship: 'Daughter', phoneNumber: '+15550100101' };
  account = accountNow({ version: 7, contactInfo: { ...account.contactInfo, emergencyContacts: [theirs] } });
  const fields = [{ field: 'emergencyContacts', message: 'Changed by Ann Adams at 2026-07-01T10:00:00.000Z' }];
  answer = () => Response.json({ error: { code: 'conflict', message: 'Changed.', fields } }, { status: 409 });
  await save();
  await screen.findByText(/^Saved now: Ana Adams \(Daughter\), \+15550100101\. Saving replaces them\. Changed by Ann Adams at Jul 1, 2026/);
  await userEvent.click(screen.getByRole('button', { name: 'Use their version' }));
  expect(field('Name').value).toBe('Ana Adams');
});

test('who was slower is shown what the other one made of the field, and replaces it or takes it', async () => {
  await open();
  await type('Last name', 'Archer');
  await type('MRN', 'M-9');
  // Between the two the other one has saved.
  account = accountNow({ version: 7, personalInfo: { ...account.personalInfo, lastName: 'Abbot', title: 'Dr.' } });
  answer = () =>
    Response.json(
      {
        error: {
          code: 'conflict',
          message: 'Somebody else has changed the same fields.',
          fields: [{ field: 'lastName', message: 'Changed by Bea Baker at 2026-07-01T10:00:00.000Z' }],
        },
      },
      { status: 409 },
    );
  await save();
  await screen.findByText('Somebody else has changed the same fields.');
  await waitFor(() =>
    expect(saidOf('Last name')).toMatch(/^Someone changed this to “Abbot”\. Saving replaces it\. Changed by Bea Baker at Jul 1, 2026/),
  );
  expect([field('Last name').value, field('MRN').value, field('Title').value]).toEqual(['Archer', 'M-9', 'Dr.']);
  expect(within(field('MRN').closest('div') as HTMLElement).queryByText(/By now/)).toBeNull();
  answer = () => Response.json({ ...account, version: 8 });
  await userEvent.click(screen.getByRole('button', { name: 'Use their version' }));
  expect(field('Last name').value).toBe('Abbot');
  await save();
  await waitFor(() => expect(sent.at(-1)).toEqual({ method: 'PUT', body: { version: 7, personalInfo: { mrn: 'M-9' }, contactInfo: {} } }));
});

test('what was typed outlives a failure and closing; given up, it is gone', async () => {
  answer = () => Response.json({ error: { code: 'database_unavailable', message: 'The database is away.' } }, { status: 503 });
  await open();
  await type('Gender', 'woman');
  await save();
  await screen.findByText('The database is away.');
  await userEvent.keyboard('{Escape}');
  cleanup();
  await open();
  expect(field('Gender').value).toBe('woman');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  await open();
  expect(field('Gender').value).toBe('');
});

test('an e-mail address that somebody else has is refused beside its field', async () => {
  const message = 'Somebody else of the tenant has this e-mail address.';
  answer = () =>
    Response.json({ error: { code: 'conflict', message, fields: [{ field: 'contactInfo.email', message }] } }, { status: 409 });
  await open();
  await type('E-mail', 'bea@test.example');
  await save();
  await waitFor(() => expect(saidOf('E-mail')).toBe(message));
});
