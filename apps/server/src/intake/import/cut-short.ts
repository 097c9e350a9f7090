import { VigilError } from '@vigil/contract/errors';

/** What ends an import from outside of it, in words that are true of a file of which a part is stored. */
const reasons: Readonly<Partial<Record<VigilError['code'], string>>> = {
  database_unavailable: 'the database cannot be reached',
  ticks_unavailable: 'the ticks store cannot be reached',
  storage_full: 'the disk has no room left to store readings safely',
};

/**
 * The failure of an import as a whole. What a batch was refused with is true of that batch alone ("nothing was saved"): of the batches before it
 * everything is stored, and the batch that failed may be. Anything else is handed on as it is.
 */
export function cutShort(error: unknown, stored: number): unknown {
  const reason = error instanceof VigilError ? reasons[error.code] : undefined;
  if (!(error instanceof VigilError) || reason === undefined) return error;
  const { code } = error;
  const kept =
    stored === 0
      ? 'Of this file nothing, or only its first readings, may be stored.'
      : `At least ${stored.toLocaleString('en')} readings are stored and stay.`;
  const words = `The import ended before the end of the file: ${reason}. ${kept} Once that is mended, do the same import again: it completes this one, and nothing is stored twice.`;
  return new VigilError(code, words, { cause: error });
}
