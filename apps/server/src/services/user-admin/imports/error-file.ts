import type { ImportRow } from '@vigil/contract/user-admin-imports.contract';
import { csvLine } from '#platform/personal-data/exported-files.ts';

/** A line with an error, and its cells as the file had them; null where they were not kept. */
export interface ErrorRow extends Pick<ImportRow, 'label' | 'problems'> {
  readonly cells: readonly string[] | null;
}

const reasonHeading = 'reason';

/**
 * Lines to put right, as CSV: why each was left out, and then the columns of the file, so that it can be imported again. The
 * reason stands in front, where a line with too many cells does not reach it.
 */
export async function* errorFile(headings: readonly string[] | null, pages: AsyncIterable<readonly ErrorRow[]>): AsyncGenerator<string> {
  // The file may be one that was downloaded here and still has errors.
  const skipped = headings?.[0] === reasonHeading ? 1 : 0;
  yield `\uFEFF${csvLine([reasonHeading, ...(headings?.slice(skipped) ?? ['contact'])])}`;
  for await (const rows of pages)
    yield rows.map(({ cells, label, problems }) => csvLine([reasonOf(problems), ...(cells?.slice(skipped) ?? [label])])).join('');
}

function reasonOf(problems: ImportRow['problems']): string {
  return problems
    .map(({ column, reason, heldBy }) => `${column ? `${column}: ` : ''}${reason}${heldBy ? ` (${shown(heldBy)})` : ''}`)
    .join('; ');
}

function shown({ name, birthDate }: NonNullable<ImportRow['problems'][number]['heldBy']>): string {
  return `${name ?? 'name unknown'}, ${birthDate ? `born ${birthDate}` : 'birth date unknown'}`;
}
