import type { ImportColumn } from '@vigil/contract/user-admin.values';

/** What is wrong with a line, or to be confirmed. */
export interface RowProblem {
  readonly column: ImportColumn | null;
  readonly reason: string;
  /** The other person who has it: in this line of the file, or in the tenant. */
  readonly heldBy?: { readonly line: number | null; readonly userId: string | null };
}
