import type { ImportColumn } from '@vigil/contract/user-admin.values';
import type { ImportRow } from '@vigil/contract/user-admin-imports.contract';
import { csvLine } from '#platform/personal-data/exported-files.ts';
import type { ImportHeadings } from './imports.store.ts';

/** A line with an error or to be confirmed, and its cells as the file had them; null where they were not kept. */
export interface ErrorRow extends Pick<ImportRow, 'line' | 'label' | 'problems'> {
  readonly cells: readonly string[] | null;
}

type Problem = ImportRow['problems'][number];

/** Told in front of the cells, where a line with too many of them does not reach. An import does not read these columns. */
const ownHeadings = ['line', 'column', 'reason'];

/** Lines to put right, as CSV: where each is in the file and why it was left out, and then the file's columns, to be imported again. */
export async function* errorFile({ headings, columns }: ImportHeadings, pages: AsyncIterable<readonly ErrorRow[]>): AsyncGenerator<string> {
  // The file may be one that was downloaded here and still has errors.
  const skipped = ownHeadings.every((own, index) => headings?.[index] === own) ? ownHeadings.length : 0;
  const nameOf = (column: ImportColumn) => headings?.[columns?.indexOf(column) ?? -1] || column;
  yield `\uFEFF${csvLine([...ownHeadings, ...(headings?.slice(skipped) ?? ['contact'])])}`;
  for await (const rows of pages)
    yield rows
      .map(({ cells, label, line, problems }) => {
        const names = problems.flatMap(({ column }) => (column ? nameOf(column) : []));
        return csvLine([String(line), names.join('; '), reasonsOf(problems, nameOf), ...(cells?.slice(skipped) ?? [label])]);
      })
      .join('');
}

/** Of several each says which column it is about. */
function reasonsOf(problems: readonly Problem[], nameOf: (column: ImportColumn) => string): string {
  const [only] = problems;
  if (only && problems.length === 1) return reasonOf(only);
  return problems.map((problem) => `${problem.column ? `${nameOf(problem.column)}: ` : ''}${reasonOf(problem)}`).join(' | ');
}

const reasonOf = ({ reason, heldBy }: Problem): string => `${reason}${heldBy ? ` (${shown(heldBy)})` : ''}`;

function shown({ name, birthDate }: NonNullable<Problem['heldBy']>): string {
  return `${name ?? 'name unknown'}, ${birthDate ? `born ${birthDate}` : 'birth date unknown'}`;
}
