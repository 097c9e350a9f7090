import { VigilError } from '@vigil/contract/errors';

/** Why something failed, for the log: the stores' own texts may quote a member's values and stay out of it. */
export function failureReason(error: unknown): string {
  if (error instanceof VigilError) return `${error.code}: ${error.message}`;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code ? `${error.name} ${code}` : error.name;
}
