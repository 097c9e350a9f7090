import { registry } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useState } from 'react';
import { useDrafts } from '#lib/drafts.ts';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { accountDrafts } from './account-drafts.ts';
import { type AccountFaults, type AccountField, type AccountValues, editOf, faultsOf, refusedFields, valuesOf } from './account-values.ts';

/**
 * An account being edited by an administrator. What is typed is kept until it is saved or given up. A field that somebody else
 * changes meanwhile is told as soon as the account is read again, which a refusal sees to; saving then replaces it knowingly.
 */
export function useAccountForm(account: UserAccount, onSaved: () => void) {
  const { id } = account;
  const held = valuesOf(account);
  const [draft = { id, typed: {}, base: {} }] = useDrafts(accountDrafts, id);
  const [faults, setFaults] = useState<AccountFaults>({});
  const [refusal, setRefusal] = useState<{ readonly failure: ApiError; readonly fields: Partial<AccountValues> } | null>(null);
  const { mutateAsync, isPending } = useEndpointMutation(registry.putUser, {
    touches: [registry.listUsers, registry.getUser],
    quiet: true,
  });
  const changed = (Object.keys(draft.typed) as AccountField[]).filter((field) => draft.typed[field] !== held[field]);

  function put(field: AccountField, value: string | undefined) {
    const { [field]: _typed, ...typed } = draft.typed;
    const { [field]: before = held[field], ...base } = draft.base;
    setFaults(({ [field]: _fault, ...others }) => others);
    setRefusal((last) => last && { ...last, fields: { ...last.fields, [field]: undefined } });
    const isBack = value === undefined || (value === held[field] && value === before);
    const next = isBack ? { id, typed, base } : { id, typed: { ...typed, [field]: value }, base: { ...base, [field]: before } };
    if (Object.keys(next.typed).length === 0) accountDrafts.remove(id, id);
    else accountDrafts.put(id, next);
  }

  return {
    values: { ...held, ...draft.typed },
    faults,
    refusal,
    dirty: changed.length > 0,
    busy: isPending,
    /** What a field holds by now, where somebody else has changed it since it was typed into; else undefined. */
    meanwhile: (field: AccountField) =>
      changed.includes(field) && draft.base[field] !== undefined && draft.base[field] !== held[field] ? held[field] : undefined,
    edit: (field: AccountField, value: string) => put(field, value),
    takeBack: (field: AccountField) => put(field, undefined),
    discard: () => accountDrafts.remove(id, id),
    /** Resolves to whether it was saved. */
    async save(): Promise<boolean> {
      const body = editOf(Object.fromEntries(changed.map((field) => [field, draft.typed[field]])), account.version);
      const found = faultsOf(body, new Date().toISOString().slice(0, 10));
      setFaults(found);
      setRefusal(null);
      if (Object.keys(found).length > 0) return false;
      try {
        await mutateAsync({ params: { id }, body });
      } catch (reason) {
        const failure = reason as ApiError;
        setRefusal({ failure, fields: refusedFields(failure.fields ?? []) });
        return false;
      }
      accountDrafts.remove(id, id);
      onSaved();
      return true;
    },
  };
}
export type AccountForm = ReturnType<typeof useAccountForm>;
