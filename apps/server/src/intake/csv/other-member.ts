import { VigilError } from '@vigil/contract/errors';
import type { Members } from '../members.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Throws `conflict` when what names the person of a file is the id of another member of the tenant. */
export async function refuseOtherMember(members: Members, tenantId: string, userId: string, namedPerson: readonly string[]): Promise<void> {
  for (const named of namedPerson)
    if (uuid.test(named) && named.toLowerCase() !== userId.toLowerCase() && (await members.isMember(tenantId, named)))
      throw new VigilError(
        'conflict',
        'The file names another member than the one it was sent for; nothing was stored. Look whether it is the right file and the right member.',
      );
}
