import type { ImportHolder, ImportRow } from '@vigil/contract/user-admin-imports.contract';
import type { People } from '#people/index.ts';
import type { ImportsStore, KeptRow } from './imports.store.ts';

export interface HoldersDeps {
  readonly store: Pick<ImportsStore, 'lines'>;
  readonly people: Pick<People, 'birthDatesOf' | 'privacy'>;
}

/**
 * Kept lines with the other people whom their errors speak of. Who somebody in the tenant is, is looked up each time: it is
 * told as it is now, and of whoever was erased nothing.
 */
export async function withHolders<Row extends KeptRow>(
  { people, store }: HoldersDeps,
  { tenantId, importId }: { readonly tenantId: string; readonly importId: string },
  rows: readonly Row[],
): Promise<{ readonly rows: (Omit<Row, 'problems'> & Pick<ImportRow, 'problems'>)[]; readonly members: readonly string[] }> {
  const held = rows.flatMap(({ problems }) => problems.flatMap(({ heldBy }) => heldBy ?? []));
  const userIds = [...new Set(held.flatMap(({ userId }) => userId ?? []))];
  const [lines, names, birthDates] = await Promise.all([
    store.lines(tenantId, importId, [...new Set(held.flatMap(({ line }) => line ?? []))]),
    people.privacy.knownNames(tenantId, userIds),
    people.birthDatesOf(tenantId, userIds),
  ]);
  const holderOf = ({ line, userId }: NonNullable<KeptRow['problems'][number]['heldBy']>): ImportHolder => {
    const inFile = line === null ? undefined : lines.get(line);
    if (userId === null) return { line, userId, name: inFile?.name ?? null, birthDate: inFile?.birthDate ?? null };
    const known = names.get(userId);
    return { line, userId, name: known ? `${known.givenName} ${known.familyName}` : null, birthDate: birthDates.get(userId) ?? null };
  };
  return {
    rows: rows.map((row) => ({
      ...row,
      problems: row.problems.map(({ column, reason, heldBy }) => ({ column, reason, heldBy: heldBy ? holderOf(heldBy) : null })),
    })),
    members: userIds.filter((userId) => names.get(userId)?.roles.includes('patient')),
  };
}
