import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CalendarEvent, OpenSlot } from '@vigil/contract/calendar.contract';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import { AppointmentsPanel } from './appointments-panel.tsx';
import { dayText, timeText } from './time-words.ts';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const [member, ann, booked] = ['1', '2', '3'].map((n) => `5d0cba11-0000-4000-8000-00000000000${n}`) as [string, string, string];
const owner = { id: ann, firstName: 'Ann', lastName: 'First', isMember: false };
/** Tomorrow at eight by the clock of this computer. */
const date = new Date().setHours(24 + 8, 0, 0, 0);
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const slotOf = (n: number): OpenSlot => ({
  ...{ id: `5d0cba11-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`, title: 'Consultation', owner },
  // Five a day, one each hour.
  ...{ date: new Date(date).setHours(24 * Math.floor(n / 5) + 8 + (n % 5)), durationMinutes: 20, timeZone },
});
const event: CalendarEvent = {
  ...{ id: booked, title: 'Visit', description: null, type: 'REGULAR', date, durationMinutes: 30, ownerId: ann, tenantId: 't' },
  ...{ notifyBefore: null, actionId: null, participants: [member], read: true, clicked: true, timeZone, patientId: member },
  ...{ seriesId: null, recurrence: null, version: 1, isBusy: false, people: [owner] },
};
let events: CalendarEvent[];
let slots: OpenSlot[];
let sent: string[];
let refusal: Response | null;

beforeEach(async () => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: member,
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] },
    severalTenants: false,
  });
  [events, slots, sent, refusal] = [[event], Array.from({ length: 15 }, (_, n) => slotOf(n)), [], null];
  await i18next.changeLanguage('en');
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href);
    if (method === 'GET') return Response.json(pathname.endsWith('/slots') ? slots : events);
    sent.push(`${method} ${pathname.replace('/calendar/api/v1', '')}`);
    if (refusal) return refusal;
    if (pathname.endsWith('/restore')) return Response.json({ restored: [booked] });
    return Response.json(method === 'DELETE' ? { deleted: [booked], canBeRestoredUntil: Date.now() } : event);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <AppointmentsPanel memberId={member} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
}

test('says when and with whom the appointments are; one is cancelled, and that is undone', async () => {
  open();
  const row = within((await screen.findByText('Visit · with Ann First · 30 minutes')).closest('li') as HTMLElement);
  await userEvent.click(row.getByRole('button', { name: /^Cancel / }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The appointment stands again.')).toBeTruthy();
  expect(sent).toEqual([`DELETE /users/${member}/events/${booked}`, `POST /users/${member}/events/${booked}/restore`]);
});

test('a free time is booked with one press; who comes second is told to choose another', async () => {
  open();
  expect(await screen.findAllByRole('button', { name: /^Book / })).toHaveLength(10);
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days).toEqual([slots[0], slots[5]].map((slot) => dayText(slot?.date ?? 0, 'en')));
  const tomorrow = within(screen.getByRole('region', { name: days[0] ?? '' }));
  expect(tomorrow.getAllByRole('button')).toHaveLength(5);
  expect(tomorrow.getByText(timeText(date, 'en'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more times' }));
  const [first, second] = screen.getAllByRole('button', { name: /^Book .* with Ann First$/ });
  await userEvent.click(first as HTMLElement);
  expect(await screen.findByText(/^Booked: .* with Ann First\.$/)).toBeTruthy();
  for (const [fields, text] of [
    [[], /This time is no longer free/],
    [[{ field: 'patientId', message: 'Has 3 appointments to come' }], /as many appointments as can be booked/],
    [[{ field: 'date', message: 'The member has another appointment then' }], /another appointment at this time/],
  ] as const) {
    refusal = Response.json({ error: { code: 'conflict', message: 'Refused.', fields } }, { status: 409 });
    await userEvent.click(second as HTMLElement);
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(sent).toEqual([slots[0], slots[1], slots[1], slots[1]].map((slot) => `POST /event/${slot?.id}/booking`));
});

test('says when there is nothing, in the member’s language', async () => {
  [events, slots] = [[], []];
  await i18next.changeLanguage('es');
  open();
  expect(await screen.findByText('No tiene ninguna cita.')).toBeTruthy();
  expect(await screen.findByText(/Ahora no hay horas libres/)).toBeTruthy();
});
