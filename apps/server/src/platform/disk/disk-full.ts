import { VigilError } from '@vigil/contract/errors';

/** Of the operating system, and PostgreSQL's own. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed because a disk has no room left, whichever store or program says so. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof VigilError && error.code === 'storage_full') return true;
  if (codes.has((error as { code?: unknown } | null)?.code)) return true;
  const text = error instanceof Error ? error.message : String(error);
  if (/no space left on device|disk quota exceeded|NOT_ENOUGH_SPACE/i.test(text)) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}
