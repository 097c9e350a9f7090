import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import type { SettingValue, TenantSettings } from '@vigil/contract/configurator.contract';
import type { FieldError } from '@vigil/contract/errors';
import { useState } from 'react';
import { settingsQuery, useChangeSettings } from './api/tenant-settings.ts';
import { changesOf, type Draft, type Edit, edited, faultsIn, isDirty, noDraft } from './draft.ts';

/** How the last save of a group ended. */
export type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'faulty' }
  | { readonly kind: 'failed'; readonly reason: string }
  | null;

/** What is typed in one group, checked before it is sent, and kept until it is saved or discarded. */
export function useGroupForm(tenantId: string, held: TenantSettings) {
  const client = useQueryClient();
  const change = useChangeSettings();
  const [draft, setDraft] = useState<Draft>(noDraft);
  const [faults, setFaults] = useState<readonly FieldError[]>([]);
  const [outcome, setOutcome] = useState<Outcome>(null);

  async function save(): Promise<void> {
    const found = faultsIn(draft);
    setFaults(found);
    if (found.length > 0) return setOutcome({ kind: 'faulty' });
    setOutcome(null);
    try {
      const saved = await change.mutateAsync({ params: { tenantId }, body: { revision: draft.revision, changes: changesOf(draft) } });
      client.setQueryData(settingsQuery(tenantId).queryKey, saved);
      setDraft(noDraft);
      setOutcome({ kind: 'saved' });
    } catch (reason) {
      // It stands in `change.error` until the next try.
      if (reason instanceof ApiError && reason.code === 'conflict') await lookAgain();
    }
  }

  /** What holds now is shown beside what was typed; saving once more means it. */
  async function lookAgain(): Promise<void> {
    const fresh = await client.fetchQuery({ ...settingsQuery(tenantId), staleTime: 0 }).catch(() => null);
    if (fresh) setDraft((typed) => ({ ...typed, revision: fresh.revision }));
  }

  return {
    draft,
    faults: faults.length > 0 ? faults : (change.error?.fields ?? []),
    outcome: change.error && !change.isPending ? ({ kind: 'failed', reason: change.error.message } as const) : outcome,
    busy: change.isPending,
    dirty: isDirty(draft),
    save,
    edit(setting: SettingValue, wish: Edit) {
      setDraft((typed) => edited(typed, held, setting, wish));
      setFaults((all) => all.filter(({ field }) => field !== setting.path && !field.startsWith(`${setting.path}.`)));
      setOutcome(null);
      change.reset();
    },
    discard() {
      setDraft(noDraft);
      setFaults([]);
      setOutcome(null);
      change.reset();
    },
  };
}
