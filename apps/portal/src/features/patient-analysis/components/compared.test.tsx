import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import type { Analysed } from '../analysed.ts';
import '../messages.ts';
import type { Analysis } from '../use-analysis.ts';
import { viewOf } from '../view.ts';
import { CompareChoice } from './compared.tsx';

const ben = '00000000-0000-4000-8000-00000000000b';
const cleo = { user_id: '00000000-0000-4000-8000-00000000000c', data: { firstName: 'Cleo', lastName: 'Cole' } };
const who = { memberId: '00000000-0000-4000-8000-00000000000a', zone: 'UTC', own: false, name: 'Ada Ash' } as Analysed;
const changed = vi.fn();

beforeEach(() => {
  changed.mockReset();
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: 'me', tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes(`/users/${ben}`)
      ? Response.json({ id: ben, personalInfo: { firstName: 'Ben', lastName: 'Bell' } })
      : Response.json({ content: [cleo], total_elements: 1 }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who is compared with stands in the choice, and another one is chosen without stopping first', async () => {
  const analysis = { view: { ...viewOf({}, false), compare: ben }, change: changed } as unknown as Analysis;
  render(
    <QueryClientProvider client={queryClient}>
      <CompareChoice who={who} analysis={analysis} />
    </QueryClientProvider>,
  );
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare with' });
  await waitFor(() => expect(choice.selectedOptions[0]?.textContent).toBe('Ben Bell'));
  await userEvent.selectOptions(choice, 'Another member …');
  await userEvent.type(screen.getByRole('combobox', { name: 'Find a member to compare with' }), 'Cleo');
  await userEvent.click(await screen.findByText('Cleo Cole'));
  expect(changed.mock.calls).toEqual([[{ compare: cleo.user_id }]]);
});
