import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SettingChange, SettingValue } from '@vigil/contract/configurator.contract';
import { settings } from '@vigil/contract/configurator.forms';
import i18next from 'i18next';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { SettingsScreen } from './settings-screen.tsx';
import { helpOf, labelOf, wordsOf } from './words.ts';

const at = '/configurator/api/v1/config/tenants/t';
type Body = { revision: number; changes: { path: string; value?: unknown; reset?: true }[] };

/** What the tenant has set, and what was sent. */
let own: Record<string, unknown>;
let revision: number;
let sent: Body[];
let refusal: Response | null;
let changes: SettingChange[];
/** An undo is answered once this is over. */
let undoing: Promise<unknown>;

const answerOf = () => ({
  revision,
  settings: settings.map(
    ({ path, group, usual, setBy }): SettingValue => ({
      path,
      group,
      value: path in own ? own[path] : usual,
      source: path in own ? 'tenant' : 'default',
      inherited: usual,
      inheritedSource: 'default',
      changeable: setBy === 'administrator',
    }),
  ),
});

beforeEach(() => {
  own = { 'app.alert_banner_message': 'Tonight' };
  [revision, sent, refusal, changes, undoing] = [3, [], null, [], Promise.resolve()];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'a',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'tenant_admin', roles: ['tenant_admin'] },
    severalTenants: false,
  });
  configuration.set({ revision: '0.3', tenant: { displayName: 'Demo Health' } } as never);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (pathname === `${at}/changes`) return Response.json({ content: changes, totalElements: changes.length });
    if (pathname.endsWith('/undo')) {
      await undoing;
      delete own['app.alert_banner_message'];
      changes = [];
      return Response.json(answerOf());
    }
    if (pathname !== at) throw new Error(`Nobody expected ${address}`);
    if (method !== 'PATCH') return refusal && sent.length === 0 && refusal.status === 403 ? refusal.clone() : Response.json(answerOf());
    const change = JSON.parse(String(body)) as Body;
    sent.push(change);
    if (refusal) return refusal;
    for (const { path, value, reset } of change.changes) {
      if (reset) delete own[path];
      else own[path] = value;
    }
    revision += 1;
    return Response.json(answerOf());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <SettingsScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('form', { name: 'Notice to everybody' });
  return userEvent.setup();
}
const group = (name: string) => within(screen.getByRole('form', { name }));
const save = (name: string) => group(name).getByRole('button', { name: 'Save' });
const banner = () => screen.getByLabelText<HTMLInputElement>('Banner', { selector: 'input' });
const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes without activity');

test('what holds is shown with where it comes from; what only the operator sets cannot be typed into', async () => {
  await open();
  expect(banner().value).toBe('Tonight');
  expect(group('Notice to everybody').getByText('Set for this tenant')).toBeDefined();
  expect(minutes().value).toBe('15');
  expect(group('Signing out').getAllByText('Default')).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('Chat service').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a group is saved by itself, with the revision that was read and only what was changed', async () => {
  const user = await open();
  await user.clear(minutes());
  await user.type(minutes(), '1.5');
  await user.click(screen.getByRole('switch', { name: 'Care teams' }));
  await user.click(screen.getByRole('switch', { name: 'Sign-in links' }));
  await user.click(screen.getByRole('switch', { name: 'Sign-in links' }));
  await user.click(save('Signing out'));
  await group('Signing out').findByText(/Saved/);
  expect(sent).toEqual([{ revision: 3, changes: [{ path: 'app.idleTimerTimeout', value: 90_000 }] }]);
  await user.click(save('Features'));
  await waitFor(() => expect(sent[1]?.changes).toEqual([{ path: 'featureFlags.careTeam', value: true }]));
});

test('what cannot be is told beside its field, keeps what was typed, takes the focus there, and is not sent', async () => {
  const user = await open();
  await user.clear(minutes());
  await user.type(minutes(), '900');
  await user.click(save('Signing out'));
  expect(await group('Signing out').findByText('Give 1 to 480 minutes.')).toBeDefined();
  expect(minutes().value).toBe('900');
  expect(minutes().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(minutes()));
  expect(sent).toEqual([]);
  await user.clear(minutes());
  await user.type(minutes(), '30');
  expect(group('Signing out').queryByText('Give 1 to 480 minutes.')).toBeNull();
});

test('a failed save keeps what was typed and says why', async () => {
  refusal = Response.json({ error: { code: 'database_unavailable', message: 'The store is away.' } }, { status: 500 });
  const user = await open();
  await user.clear(banner());
  await user.type(banner(), 'Tomorrow');
  await user.click(save('Notice to everybody'));
  expect((await group('Notice to everybody').findByRole('alert')).textContent).toBe('Not saved. The store is away.');
  expect(banner().value).toBe('Tomorrow');
});

test('whoever would overwrite another one’s change is told first; nothing typed is lost, and saving again means it', async () => {
  const user = await open();
  await user.clear(banner());
  await user.type(banner(), 'From Ana');
  own['app.alert_banner_message'] = 'From Ben';
  revision = 4;
  const fields = [{ field: 'app.alert_banner_message', message: 'Ben has changed it meanwhile.' }];
  refusal = Response.json({ error: { code: 'conflict', message: 'Somebody else was first.', fields } }, { status: 409 });
  await user.click(save('Notice to everybody'));
  await group('Notice to everybody').findByText('Ben has changed it meanwhile.');
  await group('Notice to everybody').findByText('Changed meanwhile. Now it is From Ben.');
  expect(banner().value).toBe('From Ana');
  refusal = null;
  await user.click(save('Notice to everybody'));
  await group('Notice to everybody').findByText(/Saved/);
  expect(sent.map((body) => body.revision)).toEqual([3, 4]);
});

test('another one’s change appears while the page is open, and what is being typed stays with the revision it was typed on', async () => {
  const user = await open();
  await user.type(banner(), '!');
  own = { 'app.alert_banner_message': 'From Ben', 'tenant.chat': 'OFF' };
  revision = 4;
  act(() => configuration.set({ revision: '0.4', tenant: { displayName: 'Demo Health' } } as never));
  await group('Notice to everybody').findByText('Changed meanwhile. Now it is From Ben.');
  expect(banner().value).toBe('Tonight!');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Chat' }).checked).toBe(false);
  await user.click(save('Notice to everybody'));
  await waitFor(() => expect(sent[0]?.revision).toBe(3));
});

test('a value is taken back to what else holds', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Use the default for Banner' }));
  expect(group('Notice to everybody').getByText('Will be none')).toBeDefined();
  await user.click(save('Notice to everybody'));
  await waitFor(() => expect(sent[0]?.changes).toEqual([{ path: 'app.alert_banner_message', reset: true }]));
  await group('Notice to everybody').findByText('Default');
});

test('the history says who changed what, and takes a change back', async () => {
  const change = { id: 'c', at: 0, by: { kind: 'person', name: 'Ana Lee' }, path: 'app.alert_banner_message', before: null } as const;
  changes = [
    { ...change, after: { value: 'Tonight' }, undoable: true },
    { ...change, id: 'd', path: 'normalRanges.spo2', after: { value: { low: 90, high: null } }, undoable: false },
  ];
  const user = await open();
  const [first, second] = await within(screen.getByRole('region', { name: 'History' })).findAllByRole('listitem');
  expect(first?.textContent).toMatch(/Banner not set.*Tonight.*Ana Lee/);
  expect(second?.textContent).toMatch(/≥ 90 %/);
  await user.click(screen.getByRole('button', { name: /Undo the change of Banner/ }));
  await screen.findByText('No changes yet');
  await waitFor(() => expect(banner().value).toBe(''));
});

test('of two changes that are taken back at once each is told', async () => {
  const change = { at: 0, by: { kind: 'person', name: 'Ana Lee' }, before: null, undoable: true } as const;
  changes = [
    { ...change, id: 'c', path: 'app.alert_banner_message', after: { value: 'Tonight' } },
    { ...change, id: 'd', path: 'normalRanges.spo2', after: { value: { low: 90, high: null } } },
  ];
  const gate = Promise.withResolvers<void>();
  undoing = gate.promise;
  const user = await open();
  for (const button of await screen.findAllByRole('button', { name: /^Undo the change of/ })) await user.click(button);
  gate.resolve();
  await waitFor(() => expect(screen.getAllByText('Undone. Open pages follow within seconds.')).toHaveLength(2));
});

test('ends of a range are typed as they come, and an empty end is open', async () => {
  const user = await open();
  const low = screen.getByLabelText<HTMLInputElement>('Low, Body temperature');
  await user.clear(low);
  await user.type(low, '36.5');
  await user.clear(screen.getByLabelText('High, Heart rate'));
  await user.click(save('Normal ranges'));
  await waitFor(() =>
    expect(sent[0]?.changes).toEqual([
      { path: 'normalRanges.body_temp', value: { low: 36.5, high: 38 } },
      { path: 'normalRanges.heart_rate', value: { low: 51, high: null } },
    ]),
  );
});

test('whoever may not see the settings is told so', async () => {
  refusal = Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <SettingsScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Settings are for administrators');
});

test.each(settings.map(({ path }) => path))('%s has a name and its values have words', (path) => {
  const t = i18next.getFixedT('en', 'settings');
  const setting = settings.find((one) => one.path === path);
  expect(labelOf(t, path)).not.toBe(path.replace(/^featureFlags\./, ''));
  expect(helpOf(t, path)).not.toBe(t('otherFlagHelp'));
  expect(wordsOf(t, path, setting?.usual)).toMatch(/\S/);
});
