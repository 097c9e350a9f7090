import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useState } from 'react';
import { askAgain, useEndpointMutation } from '#lib/endpoint-query.ts';
import { accountQuery } from '#lib/member.ts';
import {
  changedFields,
  draftOf,
  editedAccount,
  editOf,
  faultsFrom,
  faultsOf,
  type ProfileDraft,
  type ProfileField,
} from './profile-form.ts';

/** What became of saving. */
export type Outcome = { readonly kind: 'saved' | 'faulty' | 'meanwhile' } | { readonly kind: 'failed'; readonly reason: string } | null;

/**
 * The profile being edited. Saving shows the new account everywhere at once; when it fails the account is what it was, and what
 * was typed stays in the fields.
 */
export function useProfileForm(account: UserAccount) {
  const client = useQueryClient();
  const { queryKey } = accountQuery(account.id);
  const [typed, setTyped] = useState<Partial<ProfileDraft>>({});
  const [faults, setFaults] = useState<readonly ProfileField[]>([]);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { mutateAsync, isPending } = useEndpointMutation(registry.putUser, { touches: [], quiet: true });
  const draft: ProfileDraft = { ...draftOf(account), ...typed };
  const changed = changedFields(account, draft);

  async function save(): Promise<void> {
    const edit = editOf(account, draft, changed);
    const wrong = faultsOf(edit);
    setFaults(wrong);
    if (wrong.length > 0) return setOutcome({ kind: 'faulty' });
    setOutcome(null);
    client.setQueryData(queryKey, editedAccount(account, edit));
    try {
      client.setQueryData(queryKey, await mutateAsync({ params: { id: account.id }, body: edit }));
      // What was typed on while the answer was on its way is not saved yet, and stays.
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== draft[field as ProfileField])));
      setOutcome({ kind: 'saved' });
    } catch (reason) {
      console.error('Failed to update user preferences', reason);
      client.setQueryData(queryKey, account);
      setOutcome(await toldAbout(reason));
    }
  }

  async function toldAbout(reason: unknown): Promise<Outcome> {
    const { code, fields = [], message } = reason as { code?: string; fields?: []; message: string };
    if (code === 'conflict') {
      await askAgain(client, registry.getUser, { params: { id: account.id } });
      return { kind: 'meanwhile' };
    }
    const refused = faultsFrom(fields);
    setFaults(refused);
    return refused.length > 0 ? { kind: 'faulty' } : { kind: 'failed', reason: message };
  }

  return {
    draft,
    faults,
    outcome,
    dirty: changed.length > 0,
    busy: isPending,
    edit(field: ProfileField, value: string) {
      // While it is saved, the account on screen holds the edit: what is typed is kept whole, so that a failure gives it back.
      setTyped((before) => ({ ...before, [field]: value }));
      setFaults((before) => before.filter((one) => one !== field));
      setOutcome(null);
    },
    discard() {
      setTyped({});
      setFaults([]);
      setOutcome(null);
    },
    save,
  };
}
