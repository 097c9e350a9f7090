import { useQueryClient } from '@tanstack/react-query';
import { registry, registryPeople } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain, useEndpointMutation } from '#lib/endpoint-query.ts';
import { type ActionId, accountActions } from './account-actions.ts';
import { type AccountWork, type Outcome, runWork, type WorkRow } from './account-work.ts';

export interface Email {
  readonly subject: string;
  readonly text: string;
}

/**
 * Does things with accounts and tells how far it is. A change is on screen at once and set back where it failed. Undo and a
 * retry of those who failed go by what the last work has done.
 */
export function useAccountWork() {
  const { t } = useTranslation('adminAccounts');
  const client = useQueryClient();
  const [work, setWork] = useState<AccountWork | null>(null);
  const stop = useRef(false);
  const lastEmail = useRef<Email | null>(null);
  const patch = useEndpointMutation(registry.patchUser, { touches: [], quiet: true }).mutateAsync;
  const remove = useEndpointMutation(registry.removeUser, { touches: [], quiet: true }).mutateAsync;
  const send = useEndpointMutation(registryPeople.sendEmails, { touches: [], quiet: true }).mutateAsync;

  const reasonOf = (failure: unknown) => {
    if (!(failure instanceof ApiError)) return t('failure.unknown');
    if (failure.status === 0) return t('failure.unreachable');
    const changed = failure.fields?.map(({ message }) => message).join('; ');
    return changed ? `${failure.message} ${changed}` : failure.message;
  };

  /** Shows a row differently in every list that holds it; answers what shows it as before. */
  function show(id: string, as: Partial<AccountRow>): () => void {
    let before: AccountRow | undefined;
    const put = (next: (row: AccountRow) => AccountRow) =>
      client.setQueriesData<{ content: AccountRow[] }>(
        { queryKey: [registry.listUsers.id] },
        (page) => page && { ...page, content: page.content.map((row) => (row.id === id ? next(row) : row)) },
      );
    put((row) => {
      before ??= row;
      return { ...row, ...as };
    });
    return () => put((row) => before ?? row);
  }

  async function run(
    kind: AccountWork['kind'],
    rows: readonly WorkRow[],
    halfWhilePending: boolean,
    one: (row: WorkRow) => Promise<Outcome>,
  ) {
    stop.current = false;
    await runWork({ kind, rows, halfWhilePending, one, stopped: () => stop.current, onChange: setWork });
    await askAgain(client, registry.listUsers);
  }

  function act(id: ActionId, rows: readonly WorkRow[]) {
    const { flags, after, halfWhilePending = false } = accountActions[id];
    return run(id, rows, halfWhilePending, async (row) => {
      const setBack = show(row.id, after);
      try {
        const changes = Object.entries(flags ?? {}).map(([name, value]) => ({ op: 'replace' as const, path: `/${name}`, value }));
        const params = { id: row.id };
        const body = [{ op: 'test' as const, path: '/version', value: row.version }, ...changes];
        const { changed, version, accountStatus, isOnHold, isInTheTenant, lastStatusDate, removalFinalAt } = flags
          ? await patch({ params, body })
          : await remove({ params });
        // Undone at once, before the list has been asked again, it is undone on the version that this has led to.
        show(row.id, { version, accountStatus, isOnHold, isInTheTenant, lastStatusDate, removalFinalAt });
        const now = { ...row, version };
        return changed ? { done: now } : { already: now };
      } catch (failure) {
        setBack();
        return { failed: reasonOf(failure) };
      }
    });
  }

  function message(rows: readonly WorkRow[], email: Email) {
    lastEmail.current = email;
    return run('message', rows, true, async (row) => {
      try {
        const { failed } = await send({ body: { userIds: [row.id], ...email } });
        return failed[0] ? { failed: t(`failure.${failed[0].reason}`) } : { done: row };
      } catch (failure) {
        return { failed: reasonOf(failure) };
      }
    });
  }

  return {
    work,
    act,
    message,
    stop: () => {
      stop.current = true;
    },
    dismiss: () => setWork(null),
    /** Those who failed or were left out, once more. */
    retry(last: AccountWork) {
      const rows = [...last.failed.map(({ row }) => row), ...last.skipped];
      if (last.kind !== 'message') return act(last.kind, rows.map(freshest));
      return lastEmail.current ? message(rows, lastEmail.current) : undefined;
    },
    /** Takes back what was done; absent for what cannot be. */
    undo: (last: AccountWork) => (last.kind === 'message' ? undefined : act(accountActions[last.kind].undo, last.done.map(freshest))),
  };

  /** The row as the lists show it now: who tries again has seen what somebody else changed. */
  function freshest(row: WorkRow): WorkRow {
    const pages = client.getQueriesData<{ content: AccountRow[] }>({ queryKey: [registry.listUsers.id] });
    const versions = pages.flatMap(([, page]) => page?.content.filter(({ id }) => id === row.id).map(({ version }) => version) ?? []);
    return { ...row, version: Math.max(row.version, ...versions) };
  }
}
export type AccountWorker = ReturnType<typeof useAccountWork>;
