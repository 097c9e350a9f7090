import { useQueryClient } from '@tanstack/react-query';
import { chat, registry, registryPeople } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain, useEndpointMutation } from '#lib/endpoint-query.ts';
import { type ActionId, accountActions } from './account-actions.ts';
import { type AccountWork, isWriting, type Outcome, runWork, type WorkRow } from './account-work.ts';

/** What is written to several people: an e-mail, or a message that each reads in the portal. */
type Writing = { readonly kind: 'email'; readonly email: Email } | { readonly kind: 'message'; readonly id: string; readonly text: string };

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
  const lastWriting = useRef<Writing | null>(null);
  const patch = useEndpointMutation(registry.patchUser, { touches: [], quiet: true }).mutateAsync;
  const remove = useEndpointMutation(registry.removeUser, { touches: [], quiet: true }).mutateAsync;
  const sendEmails = useEndpointMutation(registryPeople.sendEmails, { touches: [], quiet: true }).mutateAsync;
  const sendMessages = useEndpointMutation(chat.messageMembers, { touches: [], quiet: true }).mutateAsync;

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

  /** To each alone. A message keeps its id when it is tried again, and so reaches nobody twice. */
  function write(rows: readonly WorkRow[], writing: Writing) {
    lastWriting.current = writing;
    return run(writing.kind, rows, true, async (row) => {
      try {
        const reason = await (writing.kind === 'email' ? emailOne(row, writing.email) : messageOne(row, writing));
        return reason === null ? { done: row } : { failed: reason };
      } catch (failure) {
        return { failed: reasonOf(failure) };
      }
    });
  }
  async function emailOne({ id }: WorkRow, email: Email): Promise<string | null> {
    const { failed } = await sendEmails({ body: { userIds: [id], ...email } });
    return failed[0] ? t(`failure.${failed[0].reason}`) : null;
  }
  async function messageOne(row: WorkRow, { id, text }: { readonly id: string; readonly text: string }): Promise<string | null> {
    const { failed } = await sendMessages({ body: { id, userIds: [row.id], text } });
    return failed[0]?.message ?? null;
  }

  return {
    work,
    act,
    email: (rows: readonly WorkRow[], email: Email) => write(rows, { kind: 'email', email }),
    message: (rows: readonly WorkRow[], text: string) => write(rows, { kind: 'message', id: crypto.randomUUID(), text }),
    stop: () => {
      stop.current = true;
    },
    dismiss: () => setWork(null),
    /** Those who failed or were left out, once more. */
    retry(last: AccountWork) {
      const rows = [...last.failed.map(({ row }) => row), ...last.skipped];
      if (!isWriting(last.kind)) return act(last.kind, rows.map(freshest));
      return lastWriting.current ? write(rows, lastWriting.current) : undefined;
    },
    /** Takes back what was done; absent for what cannot be. */
    undo: (last: AccountWork) => (isWriting(last.kind) ? undefined : act(accountActions[last.kind].undo, last.done.map(freshest))),
  };

  /** The row as the lists show it now: who tries again has seen what somebody else changed. */
  function freshest(row: WorkRow): WorkRow {
    const pages = client.getQueriesData<{ content: AccountRow[] }>({ queryKey: [registry.listUsers.id] });
    const versions = pages.flatMap(([, page]) => page?.content.filter(({ id }) => id === row.id).map(({ version }) => version) ?? []);
    return { ...row, version: Math.max(row.version, ...versions) };
  }
}
export type AccountWorker = ReturnType<typeof useAccountWork>;
