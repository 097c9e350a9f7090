import type { Anchor, AnchorFinding } from '#platform/audit/anchor/anchor-entry.ts';
import { compareWithAnchor, verifyAnchor } from '#platform/audit/anchor/verify-anchor.ts';
import { type BrokenAudit, verifyAudit } from '#platform/audit/verify-audit.ts';
import type { Stores } from '#platform/stores.ts';
import type { Finding } from './finding.ts';

const asEvidence = 'Keep this database and the data directory as evidence, compare them with backups, and find out who had access.';

/** Each tenant's chain, within the database. */
export async function auditFinding(stores: Pick<Stores, 'database' | 'secrets'>): Promise<Finding> {
  const { rows, tenants, broken } = await verifyAudit(stores.database, stores.secrets.auditSeal);
  if (broken.length === 0) return { check: 'Audit log', state: 'ok', detail: `${rows} entries of ${tenants} tenants, chain unbroken` };
  return {
    check: 'Audit log',
    state: 'broken',
    detail: `${broken.length} places do not fit the chain; the first: ${placeIn(broken)}`,
    mend: `Somebody changed or removed entries. ${asEvidence}`,
  };
}

const words: Readonly<Record<AnchorFinding, string>> = {
  missing: 'it was removed',
  changed: 'it was changed by somebody without the key',
  'put back': 'it was put back to an earlier one',
  replaced: 'another stands in its place',
};

/** The log against the anchor in the data directory. */
export async function anchorFinding(
  { database, secrets }: Pick<Stores, 'database' | 'secrets'>,
  { dataDir, place }: { dataDir: string; place: string },
): Promise<Finding> {
  const name = 'Audit anchor';
  const { anchor, anchorFound, broken, elsewhere } = await verifyAnchor({ database, key: secrets.auditSeal, dataDir, place });
  if (broken.length > 0) return notInTheLog(name, broken);
  const [found] = anchorFound;
  if (found)
    return {
      check: name,
      state: 'broken',
      detail: found.at ? `${words[found.what]}, as the server found at ${found.at}` : words[found.what],
      mend: `The log cannot be compared with what was known of it outside the database. ${asEvidence} An anchor kept elsewhere tells more: vigil doctor --anchor <file>. To accept the log as it stands: vigil audit anchor --renew.`,
    };
  if (anchor)
    return { check: name, state: 'ok', detail: `${entriesOf(anchor)} entries known outside the database at ${anchor.at} are all there` };
  if (elsewhere === 0) return { check: name, state: 'ok', detail: 'begun with the first entry' };
  return {
    check: name,
    state: 'warning',
    detail: `none in this data directory yet; ${elsewhere} elsewhere`,
    mend: 'The first entry that is written from here begins one. Run doctor where the other servers of this database run as well.',
  };
}

/** The log against anchors that were kept elsewhere. */
export async function keptAnchorFinding({ database }: Pick<Stores, 'database'>, anchors: readonly Anchor[]): Promise<Finding> {
  const name = 'Audit anchor kept elsewhere';
  const broken = (await Promise.all(anchors.map((anchor) => compareWithAnchor(database, anchor)))).flat();
  if (broken.length > 0) return notInTheLog(name, broken);
  const entries = anchors.reduce((sum, anchor) => sum + entriesOf(anchor), 0);
  return { check: name, state: 'ok', detail: `${entries} entries known then are all there` };
}

function notInTheLog(name: string, broken: readonly BrokenAudit[]): Finding {
  return {
    check: name,
    state: 'broken',
    detail: `the log lacks what is known of it outside the database, in ${broken.length} tenants; the first: ${placeIn(broken)}`,
    mend: `The log was emptied, shortened or put back to an earlier state. ${asEvidence} If you put the database back yourself: vigil audit anchor --renew.`,
  };
}

function placeIn([first]: readonly BrokenAudit[]): string {
  return first?.tenant == null ? (first?.what ?? '') : `tenant ${first.tenant}, entry ${first.sequence}: ${first.what}`;
}

function entriesOf(anchor: Anchor): number {
  return Object.values(anchor.tenants).reduce((sum, head) => sum + head.sequence, 0);
}
