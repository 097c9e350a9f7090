import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { ContactButton } from './contact-button.tsx';
import { ReachMember } from './reach-member.tsx';

configure({ asyncUtilTimeout: 15_000 });

const memberId = '00000000-0000-4000-8000-000000000001';
const ana = { name: 'Ana Ibarra', relationship: 'Daughter', phoneNumber: '+15550100101' };
let answer: () => Response;

beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const tenant = { tenant: 'demo', tenant_ID: crypto.randomUUID(), role_ID: 'nurse', roles: ['nurse'] } as const;
  session.set({ userId: 'me', tenant, severalTenants: false });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(phoneNumber: string | null, emergencyContacts: readonly object[], shown = <ReachMember memberId={memberId} />) {
  const personalInfo = { firstName: 'Lucía', lastName: 'Ibarra', title: null };
  answer = () => Response.json({ id: memberId, personalInfo, contactInfo: { email: null, phoneNumber, emergencyContacts } });
  render(<QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>);
}
const links = () => screen.queryAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);

test('a member without number and contacts is said to have none, and nothing can be pressed', async () => {
  show(null, []);
  await screen.findByText('No phone number');
  screen.getByText('No emergency contact');
  expect(links()).toEqual([]);
});

test('the member’s number and one contact are links that call, named after whom they call', async () => {
  show('+12025550107', [ana]);
  await screen.findByText('Daughter');
  expect(links()).toEqual([
    ['Call Lucía Ibarra, +1 202 555 0107', 'tel:+12025550107'],
    ['Call Ana Ibarra, +1 555 010 0101', 'tel:+15550100101'],
  ]);
  expect(screen.queryByText(/^No /)).toBeNull();
});

test('five contacts stand in the order in which they are called, whatever country they are in', async () => {
  const five = ['+34600000001', '+15550100102', '+15550100103', '+15550100104', '+15550100105'];
  show(
    null,
    five.map((phoneNumber, index) => ({ name: `Person ${index + 1}`, relationship: null, phoneNumber })),
  );
  await screen.findByText('No phone number');
  expect(links().map(([, href]) => href)).toEqual(five.map((number) => `tel:${number}`));
  within(screen.getByRole('list')).getByText('+34600000001');
});

test('numbers that could not be loaded are not shown as missing, and are asked for again', async () => {
  answer = () => Response.json({ error: { code: 'database_unavailable', message: 'Away.' } }, { status: 400 });
  render(
    <QueryClientProvider client={queryClient}>
      <ReachMember memberId={memberId} />
    </QueryClientProvider>,
  );
  await screen.findByText(/Phone numbers couldn’t be loaded/);
  expect(screen.queryByText('No phone number')).toBeNull();
  const personalInfo = { firstName: 'Lucía', lastName: 'Ibarra', title: null };
  answer = () =>
    Response.json({ id: memberId, personalInfo, contactInfo: { email: null, phoneNumber: '+12025550107', emergencyContacts: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('+1 202 555 0107');
});

test('the button opens them by keyboard, and Escape closes them and gives the focus back', async () => {
  show('+12025550107', [ana], <ContactButton memberId={memberId} name="Lucía Ibarra" />);
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Contact Lucía Ibarra' });
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Contact Lucía Ibarra' });
  await within(dialog).findByText('+1 202 555 0107');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});
