import type { AccountRow } from '@vigil/contract/registry.contract';
import type { ActionId } from './account-actions.ts';

export type WorkKind = ActionId | 'message';
export type WorkRow = Pick<AccountRow, 'id' | 'firstName' | 'lastName' | 'version'>;

export interface FailedRow {
  readonly row: WorkRow;
  /** In words, for the person who asked for it. */
  readonly reason: string;
}

/** Something that is done with several accounts, while it runs and afterwards. */
export interface AccountWork {
  readonly kind: WorkKind;
  readonly rows: readonly WorkRow[];
  readonly done: readonly WorkRow[];
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
  /** Answers the row as it is now, or what went wrong with it. Throws nothing. */
  readonly one: (row: WorkRow) => Promise<WorkRow | string>;
  readonly stopped: () => boolean;
  readonly onChange: (work: AccountWork) => void;
}

/** Does something with each row, a few at a time, and tells how far it is. What failed stands apart from what succeeded. */
export async function runWork({ kind, rows, halfWhilePending, one, stopped, onChange }: RunOptions): Promise<AccountWork> {
  const waiting = [...rows];
  const done: WorkRow[] = [];
  const failed: FailedRow[] = [];
  const tell = (running: boolean): AccountWork => {
    const through = Math.round((100 * (done.length + failed.length)) / Math.max(rows.length, 1));
    const progress = running ? (halfWhilePending ? 50 : through) : 100;
    const work = { kind, rows, done: [...done], failed: [...failed], skipped: running ? [] : [...waiting], running, progress };
    onChange(work);
    return work;
  };
  tell(true);
  async function next(): Promise<void> {
    while (!stopped()) {
      const row = waiting.shift();
      if (!row) return;
      const result = await one(row);
      if (typeof result === 'string') failed.push({ row, reason: result });
      else done.push(result);
      if (waiting.length > 0) tell(true);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next));
  return tell(false);
}
