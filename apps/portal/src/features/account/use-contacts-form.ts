import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useState } from 'react';
import { type ContactDraft, contactFaultsIn, contactsIn, draftsOf, isSameContacts } from '#lib/emergency-contacts.ts';
import { askAgain, useEndpointMutation } from '#lib/endpoint-query.ts';
import { accountQuery } from '#lib/member.ts';

interface Draft {
  readonly typed: readonly ContactDraft[];
  /** What the account held when typing began: whoever changes it meanwhile is noticed. */
  readonly base: readonly ContactDraft[];
}
export type ContactsOutcome = { readonly kind: 'saved' | 'faulty' } | { readonly kind: 'failed'; readonly reason: string } | null;

/** A member's own emergency contacts being edited. They are saved as one list; after a failure, what was typed stays. */
export function useContactsForm({ id, version, contactInfo }: UserAccount) {
  const client = useQueryClient();
  const held = draftsOf(contactInfo.emergencyContacts);
  const [draft, setDraft] = useState<Draft | null>(null);
  /** A new object for each try that was faulty; null once nothing has to be marked. */
  const [faultyTry, setFaultyTry] = useState<object | null>(null);
  const [outcome, setOutcome] = useState<ContactsOutcome>(null);
  const { mutateAsync, isPending } = useEndpointMutation(registry.putUser, { touches: [], quiet: true });
  const contacts = draft?.typed ?? held;
  const dirty = draft !== null && !isSameContacts(draft.typed, held);

  async function save(): Promise<void> {
    const isFaulty = contactFaultsIn(contacts).some((faults) => faults.length > 0);
    setFaultyTry(isFaulty ? {} : null);
    setOutcome(isFaulty ? { kind: 'faulty' } : null);
    if (isFaulty) return;
    try {
      const body = { version, contactInfo: { emergencyContacts: contactsIn(contacts) } };
      client.setQueryData(accountQuery(id).queryKey, await mutateAsync({ params: { id }, body }));
      setDraft(null);
      setOutcome({ kind: 'saved' });
    } catch (reason) {
      const { code, message } = reason as ApiError;
      if (code === 'conflict') await askAgain(client, registry.getUser, { params: { id } });
      setOutcome({ kind: 'failed', reason: message });
    }
  }

  return {
    contacts,
    faults: faultyTry ? contactFaultsIn(contacts) : [],
    faultyTry,
    outcome,
    dirty,
    busy: isPending,
    /** What the account holds by now, where that was changed elsewhere since typing began; else null. */
    meanwhile: dirty && !isSameContacts(draft.base, held) ? held : null,
    edit(typed: readonly ContactDraft[]) {
      setDraft((before) => ({ typed, base: before?.base ?? held }));
      setOutcome(null);
    },
    discard() {
      setDraft(null);
      setFaultyTry(null);
      setOutcome(null);
    },
    save,
  };
}
