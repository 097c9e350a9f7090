import { placeOf } from '#platform/audit/anchor/place.ts';
import type { Config } from '#platform/config.ts';
import type { Stores } from '#platform/stores.ts';
import { examineAccess } from './doctor/access.ts';
import { anchorFinding, auditFinding, keptAnchorFinding } from './doctor/audit.ts';
import { describeCatalogue } from './doctor/catalogue.ts';
import { attempt, attemptFinding, Fault, type Finding } from './doctor/finding.ts';
import { describeIsolation } from './doctor/isolation.ts';
import { sealedByUs } from './doctor/kept-anchors.ts';
import { describeReferences } from './doctor/references.ts';
import { describePostgres, describeTicks, examineSchema } from './doctor/stores.ts';
import { examineWork } from './doctor/work.ts';

export type { Finding } from './doctor/finding.ts';
export { examineMachine } from './doctor/machine.ts';

export interface StoresExamined {
  readonly stores: Stores;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'ticksUrl'>;
  readonly rollupLagSeconds: () => Promise<number>;
  /** Anchors of the audit log that were kept somewhere else, as `readKeptAnchors` answers them. */
  readonly keptAnchors?: readonly unknown[];
}

/** What the open stores tell: reachable, at the right schema, unharmed. One subject a file in `doctor/`. */
export async function examineStores({ stores, config, rollupLagSeconds, keptAnchors = [] }: StoresExamined): Promise<Finding[]> {
  const unreadable = 'It could not be examined; mend PostgreSQL first.';
  const lost = 'It could not be compared; see the message.';
  return [
    await attempt(
      'PostgreSQL',
      'Restore the latest backup to another disk.',
      () => describePostgres(stores),
      'See the message; with DATABASE_URL, check that the server runs and the password holds.',
    ),
    await attemptFinding(
      'Ticks engine',
      async () => ({ check: 'Ticks engine', state: 'ok', detail: await describeTicks(stores, config.ticksUrl) }),
      'See the message; with TICKS_URL, check that the ClickHouse server runs. The embedded engine restarts by itself.',
    ),
    await attemptFinding('Schema', () => examineSchema(stores)),
    await attempt(
      'Definitions',
      'Somebody changed tables, grants, policies, triggers or functions. Undo it by what db/postgres says, or restore a backup, and find out who had access.',
      () => describeCatalogue(stores),
    ),
    await attempt('Row-level security', 'Do not run the server: restore the grants from db/postgres, or restore a backup.', () =>
      describeIsolation(stores),
    ),
    await attemptFinding('Access', () => examineAccess(stores, { embedded: config.databaseUrl === undefined })),
    await attempt(
      'References',
      'Somebody changed rows past the constraints. Compare with a backup before you correct them: they may show members to the wrong clinic.',
      () => describeReferences(stores),
    ),
    await attemptFinding('Audit log', () => auditFinding(stores), unreadable),
    await attemptFinding('Audit anchor', () => anchorFinding(stores, { dataDir: config.dataDir, place: placeOf(config) }), unreadable),
    ...(keptAnchors.length > 0
      ? [
          await attemptFinding(
            'Audit anchor kept elsewhere',
            async () => keptAnchorFinding(stores, sealedByUs(keptAnchors, stores.secrets.auditSeal)),
            lost,
          ),
        ]
      : []),
    await attempt(
      'Rollups',
      'Charts over weeks may miss the latest readings until the server has run for a minute; nothing is lost.',
      async () => {
        const lag = await rollupLagSeconds();
        if (lag > 120) throw new Fault(`${Math.round(lag)} s behind the ticks`);
        return lag > 0 ? `${Math.round(lag)} s behind the ticks` : 'up to date';
      },
    ),
    await attemptFinding('Work', () => examineWork(stores)),
  ];
}
