import { sealingFor } from '#platform/sealing.ts';
import { badCursor, type CursorSearch, readCursor, writeCursor } from './search-parameters.ts';

/** A cursor that nobody can read, for an order by what must not stand in an address, as names. */
export interface SealedCursor {
  write(search: CursorSearch, parts: readonly string[]): string;
  /** Throws invalid_input for what `write` did not make for this search. */
  read(search: CursorSearch, text: string, length: number): readonly string[];
}

const { seal, unseal } = sealingFor('vigil fhir cursors');

export function createSealedCursor(secret: string): SealedCursor {
  return {
    write: (search, parts) => seal(secret, writeCursor(search, parts)).toString('base64url'),
    read(search, text, length) {
      const opened = unseal(secret, Buffer.from(text, 'base64url'));
      if (opened === null) throw badCursor();
      return readCursor(search, opened, Array(length).fill('string')) as string[];
    },
  };
}
