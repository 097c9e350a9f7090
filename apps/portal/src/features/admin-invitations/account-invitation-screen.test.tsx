import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NewInvitation } from '@vigil/contract/user-admin.forms';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { unitSystem } from '#lib/units.ts';
import { MemberInvitationScreen, StaffInvitationScreen } from './account-invitation-screen.tsx';

/** What was sent, and what the server answers to it. */
let sent: { path: string; body: NewInvitation | undefined }[];
let answer: () => Response | Promise<Response>;
let ways: { sends: string[]; invitesByPhone: boolean };

beforeEach(() => {
  sent = [];
  ways = { sends: ['EMAIL', 'SMS'], invitesByPhone: true };
  sessionStorage.clear();
  queryClient.clear();
  unitSystem.set('metric');
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: crypto.randomUUID(),
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  answer = () => Response.json({ userId: crypto.randomUUID(), accountStatus: 'CREATED', link: 'NOT_SENT', expiresAt: null });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, location.href);
    if (pathname.endsWith('/channels')) return Response.json(ways);
    sent.push({ path: pathname + search, body: body ? (JSON.parse(String(body)) as NewInvitation) : undefined });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(which: 'member' | 'staff' = 'member') {
  const Screen = which === 'member' ? MemberInvitationScreen : StaffInvitationScreen;
  return render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
}
const user = userEvent.setup();
const field = (name: string | RegExp) => screen.getByLabelText(name);
function fillIn(over: Record<string, string> = {}) {
  for (const [name, text] of Object.entries({ 'First name': 'Ann', 'Last name': 'Lee', 'E-mail': 'ann@test.example', ...over }))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${name}( \\(optional\\))?$`)), { target: { value: text } });
}
const submit = () => user.click(screen.getByRole('button', { name: /Add the member|Send the invitation/ }));
const failure = (status: number, error: object) => () =>
  Response.json({ error: { code: 'conflict', message: 'No.', ...error } }, { status });

describe('the form of a member', () => {
  test('sends the payload of the specification, in metres and kilograms, with the units that were typed', async () => {
    open();
    fillIn({ 'Height, cm': '172.7', 'Weight, kg': '70' });
    await submit();
    await screen.findByText('Ann Lee was added. No link has been sent yet.');
    expect(sent[0]).toMatchObject({
      path: '/user_admin/api/v1/realms/patient/tenants/t/users',
      body: {
        ...{ roles: ['patient'], email: 'ann@test.example', givenName: 'Ann', familyName: 'Lee', password: null, qhcp: false },
        ...{ height: 1.727, heightDisplayUnits: 'CENTIMETER', weight: 70, weightDisplayUnits: 'KILOGRAM' },
        ...{ triggerInvitation: false, orderSource: 'ADMIN_PORTAL' },
      },
    });
  });

  test('changed to other units converts what was typed', async () => {
    open();
    fillIn({ 'Height, cm': '172.72', 'Weight, kg': '70' });
    await user.click(field('ft, in, lb'));
    expect([field('Height, ft'), field('in'), field('Weight, lb')].map((input) => (input as HTMLInputElement).value)).toEqual([
      '5',
      '8',
      '154.3',
    ]);
    await submit();
    await screen.findByText(/Ann Lee was added/);
    expect(sent[0]?.body).toMatchObject({ height: 1.7272, heightDisplayUnits: 'FOOT+INCH', weightDisplayUnits: 'POUND' });
  });

  test('says what is wrong beside each field, and sends nothing', async () => {
    open();
    fillIn({ 'E-mail': 'nope', 'Height, cm': '9' });
    await submit();
    expect(await screen.findByText('Enter an e-mail address, as name@example.org')).toBeTruthy();
    expect([field('E-mail'), field('Height, cm')].map((input) => input.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    expect(screen.getByText('From 30 to 275 cm')).toBeTruthy();
    await user.click(field('ft, in, lb'));
    fillIn({ 'Height, ft': '17', 'Weight, lb': '1800' });
    await submit();
    expect([screen.getByText('From 1 ft to 9 ft; inches below 12'), screen.getByText('From 7 to 1,102 lb')]).toHaveLength(2);
    expect(within(field('Sex (optional)')).getAllByText(/recorded/i)).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test('a member without an e-mail address is invited by phone, and the link goes by text message', async () => {
    open();
    fillIn({ 'E-mail': '' });
    await user.click(screen.getByRole('button', { name: 'Add the member' }));
    expect(await screen.findByText(/^Enter an e-mail address, or a phone number/)).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.change(field('Phone (optional)'), { target: { value: '+16502530000' } });
    await user.click(screen.getByRole('button', { name: 'Add the member' }));
    await user.click(await screen.findByRole('button', { name: 'Send the link by text message' }));
    await screen.findByText('The link for Ann Lee was sent by text message.');
    expect(sent.at(-1)?.path).toContain('channel=SMS');
  });

  test('nobody is offered text messages or e-mail where the server sends none; the link is made to be passed on', async () => {
    ways = { sends: [], invitesByPhone: false };
    open();
    fillIn({ 'E-mail': '', Phone: '+16502530000' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.click(screen.getByRole('button', { name: 'Add the member' }));
    expect(await screen.findByText('Enter an e-mail address: text messages can’t be sent from this server')).toBeTruthy();
    fillIn();
    await user.click(screen.getByRole('button', { name: 'Add the member' }));
    await user.click(await screen.findByRole('button', { name: 'Make link to pass on' }));
    await screen.findByText(/^The link for Ann Lee waits under Onboarding accounts/);
    expect(sent.at(-1)?.path).toContain('channel=EMAIL');
  });

  test('keeps everything through a failure and a reload, and sends the same invitation again', async () => {
    answer = () => Promise.reject(new TypeError('no connection'));
    open();
    fillIn();
    await submit();
    await screen.findByText(/server could not be reached/);
    cleanup();
    open();
    expect((field('First name') as HTMLInputElement).value).toBe('Ann');
    answer = () => Response.json({ userId: crypto.randomUUID(), accountStatus: 'CREATED', link: 'NOT_SENT', expiresAt: null });
    await submit();
    await screen.findByText(/Ann Lee was added/);
    expect(sent[1]?.body?.id).toBe(sent[0]?.body?.id);
    await waitFor(() => expect((field('First name') as HTMLInputElement).value).toBe(''));
  });

  test('what was changed after a lost answer is another invitation: it is not answered with the first, nor refused for ever', async () => {
    answer = () => Promise.reject(new TypeError('no connection'));
    open();
    fillIn();
    await submit();
    await screen.findByText(/server could not be reached/);
    cleanup();
    open();
    fillIn({ 'E-mail': 'ann.lee@test.example' });
    await submit();
    await screen.findByText(/server could not be reached/);
    await submit();
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, changed, again] = sent.map(({ body }) => body?.id);
    expect(changed).not.toBe(first);
    expect(again).toBe(changed);
  });

  test('shows what the server refuses beside the field that it names', async () => {
    answer = failure(409, { fields: [{ field: 'email', message: 'Somebody in the tenant has this e-mail address already' }] });
    open();
    fillIn();
    await submit();
    expect(await screen.findByText('Somebody in the tenant has this e-mail address already')).toBeTruthy();
    expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect((field('First name') as HTMLInputElement).value).toBe('Ann');
  });

  test('offers to send the link once the member is there', async () => {
    open();
    fillIn();
    await submit();
    await screen.findByText(/Ann Lee was added/);
    // The keyboard is where the next step is: the form that was sent has gone.
    expect(document.activeElement?.textContent).toMatch(/Ann Lee was added/);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send the link by e-mail' }));
    await user.keyboard('{Enter}');
    await screen.findByText('The link for Ann Lee was sent by e-mail.');
    expect(sent[1]?.path).toMatch(/realms\/patient\/tenants\/t\/users\/[\w-]+\/resend\?channel=EMAIL$/);
  });
});

describe('the form of staff', () => {
  test('says that the link waits where no mail server is set, and not that it is on its way', async () => {
    answer = () => Response.json({ userId: crypto.randomUUID(), accountStatus: 'CREATED', link: 'WAITING', expiresAt: 1 });
    open('staff');
    fillIn();
    fireEvent.change(field('Role'), { target: { value: 'nurse' } });
    await submit();
    await screen.findByText(/Ann Lee was invited. No mail server is set/);
  });

  test('needs a role, in the specified words', async () => {
    open('staff');
    fillIn();
    await submit();
    expect(await screen.findByText('Invalid account invitation: "role" is required for clinicians')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('makes an administrator of whoever has a role as well, and has the link sent', async () => {
    open('staff');
    fillIn();
    await user.selectOptions(field('Role'), 'coach');
    await user.click(field(/Administrator as well/));
    await submit();
    await screen.findByText('Ann Lee was invited. The link is on its way.');
    expect(sent[0]).toMatchObject({
      path: '/user_admin/api/v1/realms/care/tenants/t/users',
      body: { roles: ['tenant_admin', 'coach'], triggerInvitation: true },
    });
  });
});
