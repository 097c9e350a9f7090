import type { AccountRow } from '@vigil/contract/registry.contract';
import type { ActionId } from './account-actions.ts';

export type WorkKind = ActionId | 'email' | 'message';
/** What was written to somebody cannot be taken back, and nobody had it already. */
export const isWriting = (kind: WorkKind): kind is 'email' | 'message' => kind === 'email' || kind === 'message';

export type WorkRow = Pick<AccountRow, 'id' | 'firstName' | 'lastName' | 'version'>;

export interface FailedRow {
  readonly row: WorkRow;
  /** In words, for the person who asked for it. */
  readonly reason: string;
}

/** How it ended for one: done; or nothing was to be done, as after somebody else's same change; or what went wrong, in words. */
export type Outcome = { readonly done: WorkRow } | { readonly already: WorkRow } | { readonly failed: string };

/** Something that is done with several accounts, while it runs and afterwards. */
export interface AccountWork {
  readonly kind: WorkKind;
  readonly rows: readonly WorkRow[];
  readonly done: readonly WorkRow[];
  /** Those who were so already: undo leaves them as they are. */
  readonly already: readonly WorkRow[];
  readonly failed: readonly FailedRow[];
  /** Those who were not tried, because it was stopped. */
  readonly skipped: readonly WorkRow[];
  readonly running: boolean;
  /** 0 to 100. */
  readonly progress: number;
}

/** Calls on their way at the same time. */
const atOnce = 4;

interface RunOptions {
  readonly kind: WorkKind;
  readonly rows: readonly WorkRow[];
  /** Half while anything is pending and whole at the end, as the specification has it; else the share that is through. */
  readonly halfWhilePending: boolean;
  /** The rows in it as they are now. Throws nothing. */
  readonly one: (row: WorkRow) => Promise<Outcome>;
  readonly stopped: () => boolean;
  readonly onChange: (work: AccountWork) => void;
}

/** Does something with each row, a few at a time, and tells how far it is. What failed stands apart from what succeeded. */
export async function runWork({ kind, rows, halfWhilePending, one, stopped, onChange }: RunOptions): Promise<AccountWork> {
  const waiting = [...rows];
  const done: WorkRow[] = [];
  const already: WorkRow[] = [];
  const failed: FailedRow[] = [];
  const tell = (running: boolean): AccountWork => {
    const through = Math.round((100 * (done.length + already.length + failed.length)) / Math.max(rows.length, 1));
    const progress = running ? (halfWhilePending ? 50 : through) : 100;
    const ended = { done: [...done], already: [...already], failed: [...failed], skipped: running ? [] : [...waiting] };
    const work = { kind, rows, ...ended, running, progress };
    onChange(work);
    return work;
  };
  tell(true);
  async function next(): Promise<void> {
    while (!stopped()) {
      const row = waiting.shift();
      if (!row) return;
      const result = await one(row);
      if ('failed' in result) failed.push({ row, reason: result.failed });
      else if ('already' in result) already.push(result.already);
      else done.push(result.done);
      if (waiting.length > 0) tell(true);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next));
  return tell(false);
}
