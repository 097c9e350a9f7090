import { sealingFor } from '#platform/sealing.ts';
import { badCursor, readCursor, writeCursor } from './search-parameters.ts';

/** A cursor that nobody can read, for an order by what must not stand in an address, as names. */
export interface SealedCursor {
  /** For the pages of one tenant. */
  write(tenantId: string, parts: readonly string[]): string;
  /** Throws invalid_input for what `write` did not make for this tenant. */
  read(tenantId: string, text: string, length: number): readonly string[];
}

const { seal, unseal } = sealingFor('vigil fhir cursors');

export function createSealedCursor(secret: string): SealedCursor {
  return {
    write: (tenantId, parts) => seal(secret, writeCursor([tenantId, ...parts])).toString('base64url'),
    read(tenantId, text, length) {
      const opened = unseal(secret, Buffer.from(text, 'base64url'));
      if (opened === null) throw badCursor();
      const [madeFor, ...parts] = readCursor(opened, Array(length + 1).fill('string')) as string[];
      if (madeFor !== tenantId) throw badCursor();
      return parts;
    },
  };
}
