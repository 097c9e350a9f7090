import '#ui/messages.ts';
import './messages.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountQuery } from '#lib/member.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { EmergencyContacts } from './components/emergency-contacts.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const me = '00000000-0000-4000-8000-000000000001';
const ana = { name: 'Ana Ibarra', relationship: 'Daughter', phoneNumber: '+15550100101' };
const ben = { name: 'Ben Ibarra', relationship: null, phoneNumber: '+15550100102' };
const accountWith = (emergencyContacts: readonly object[], version = 3) =>
  ({ id: me, version, roles: ['patient'], contactInfo: { email: null, phoneNumber: null, emergencyContacts } }) as unknown as UserAccount;

let account: UserAccount;
let sent: unknown[];
let answer: () => Response;

beforeEach(() => {
  queryClient.clear();
  const tenant = { tenant: 'demo', tenant_ID: crypto.randomUUID(), role_ID: 'patient', roles: ['patient'] } as const;
  session.set({ userId: me, tenant, severalTenants: false });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  sent = [];
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(account);
    const { version, contactInfo } = JSON.parse(String(body));
    sent.push([version, contactInfo.emergencyContacts]);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Shown() {
  const { data } = useQuery(accountQuery(me));
  return data ? <EmergencyContacts account={data} /> : null;
}
async function open(contacts: readonly object[]) {
  account = accountWith(contacts);
  answer = () => Response.json(accountWith(sent.at(-1)?.[1 as never] ?? [], 4));
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Emergency contacts' });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const contact = (number: number) => within(screen.getByRole('group', { name: `Contact ${number}` }));
const names = () => screen.queryAllByLabelText<HTMLInputElement>('Name').map(({ value }) => value);
const fill = async (number: number, label: string, text: string) => {
  await userEvent.clear(contact(number).getByLabelText(label));
  if (text) await userEvent.type(contact(number).getByLabelText(label), text);
};

test('with nobody named, that is said; the first one is added where one types at once', async () => {
  await open([]);
  screen.getByText('No emergency contacts yet.');
  await press('Add contact');
  await waitFor(() => expect(document.activeElement).toBe(contact(1).getByLabelText('Name')));
  await userEvent.keyboard(' Ana Ibarra ');
  await fill(1, 'Relationship (optional)', 'Daughter');
  await fill(1, 'Phone number', '+1 (555) 010-0101');
  await press('Save');
  await screen.findByText('Saved.');
  expect([sent, names()]).toEqual([[[3, [ana]]], ['Ana Ibarra']]);
});

test('the order is changed by buttons that keep the focus and say what happened, and contacts are removed', async () => {
  await open([ana, ben]);
  await press('Move contact 2 up');
  expect(names()).toEqual(['Ben Ibarra', 'Ana Ibarra']);
  await screen.findByText('Moved. This is now contact 1.');
  await waitFor(() => expect(document.activeElement).toBe(contact(1).getByRole('button', { name: 'Move contact 1 down' })));
  await press('Remove contact 2');
  await press('Save');
  await screen.findByText('Saved.');
  expect(sent).toEqual([[3, [ben]]]);
});

test('with five, nobody more can be added', async () => {
  await open([ana, ben, ana, ben, ana]);
  screen.getByText('You can list up to 5 contacts.');
  expect(screen.queryByRole('button', { name: 'Add contact' })).toBeNull();
  await press('Remove contact 5');
  screen.getByRole('button', { name: 'Add contact' });
});

test.each([
  ['Name', ' ', 'Enter a name of up to 100 characters.'],
  ['Phone number', '0171 1234', 'Start with + and the country code, as in +1 555 010 0199.'],
  ['Phone number', '', 'Start with + and the country code, as in +1 555 010 0199.'],
])(
  'what the server would refuse of %s (%j) is said beside it, nothing is sent, and one goes on typing there',
  async (label, text, fault) => {
    await open([ana, ben]);
    await fill(2, label, text);
    await press('Save');
    await contact(2).findByText(fault);
    await waitFor(() => expect(document.activeElement).toBe(contact(2).getByLabelText(label)));
    expect([sent, contact(1).queryByText(fault)]).toEqual([[], null]);
  },
);

test('contacts that an administrator changed meanwhile are shown, and saving again replaces them knowingly', async () => {
  await open([ana]);
  await fill(1, 'Name', 'Anna');
  account = accountWith([ben], 8);
  answer = () => Response.json({ error: { code: 'conflict', message: 'Changed.' } }, { status: 409 });
  await press('Save');
  await screen.findByText(/They are now: Ben Ibarra, \+15550100102\. If you save, yours replace them\./);
  expect(names()).toEqual(['Anna']);
  answer = () => Response.json(accountWith([{ ...ana, name: 'Anna' }], 9));
  await press('Save');
  await screen.findByText('Saved.');
  expect(sent.at(-1)).toEqual([8, [{ ...ana, name: 'Anna' }]]);
});

test('a failure keeps what was typed and says why; discarded, what is saved stands there again', async () => {
  await open([ana]);
  answer = () => Response.json({ error: { code: 'account_on_hold', message: 'Your account is on hold.' } }, { status: 403 });
  await fill(1, 'Name', 'Anna');
  await press('Save');
  await screen.findByText('Not saved. Your account is on hold.');
  expect(names()).toEqual(['Anna']);
  await press('Discard');
  expect(names()).toEqual(['Ana Ibarra']);
});
