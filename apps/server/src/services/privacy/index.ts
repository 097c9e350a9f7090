import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import { createChainWatch } from '#platform/audit/watch-chain.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createAuditLog } from './audit-log/audit-log.service.ts';
import { createErasureWork, type ErasureWork } from './erasure/erasure.jobs.ts';
import { createErasures, type ErasureRules } from './erasure/erasure.service.ts';
import { createErasuresStore, type ErasureRow } from './erasure/erasure.store.ts';
import { createMemberExport, type MemberExport } from './export/member-export.ts';
import { privacyPersonalData } from './personal-data.ts';
import { privacyRoutes } from './privacy.routes.ts';

export interface PrivacyDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'privacy' | 'timeZoneOf'>;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** The secret that seals the audit log. */
  readonly auditKey: string;
  readonly config: { readonly auditExportRows: number; readonly exportsAtOnce: number };
  /** What the other modules hold about people, in the order in which they erase: sign-in first, names last. */
  readonly personalData: readonly PersonalData[];
  readonly erasureRules: (tenantId: string) => Promise<ErasureRules>;
}

export interface Privacy extends Module, Pick<ErasureWork, 'settled'> {
  /** Looks for erasures to carry on with, now and in the background. */
  lookForWork(): void;
  /** Every table that names people, over all modules. */
  readonly allPersonalData: readonly PersonalData[];
  /** A person's export, for the operator's tool. */
  exportOf: MemberExport['start'];
  readonly erasures: {
    /** What was decided in a tenant, the oldest first. */
    decided(tenantId: string): Promise<readonly ErasureRow[]>;
    /** Erases again whom a restored backup brought back. False where the person is not there. */
    repeat(tenantId: string, row: ErasureRow): Promise<boolean>;
  };
  /** The person whose record is kept after an erasure, whom nobody finds any more: exports what is kept. */
  isKept(person: PersonInTenant): Promise<boolean>;
}

/** Who has seen what, what is stored about somebody, and erasing it. */
export function createPrivacy(deps: PrivacyDependencies): Privacy {
  const { database, people, clock, bus, log, config } = deps;
  const auditLog = createAuditLog({ database, people, exportRows: config.auditExportRows });
  const store = createErasuresStore(database);
  const own = privacyPersonalData(auditLog, store);
  const parts = [...deps.personalData, own];
  const work = createErasureWork({ store, parts, clock, log });
  const erasures = createErasures({ store, people, clock, bus, work, rulesOf: deps.erasureRules });
  const memberExport = createMemberExport({ parts, clock, atOnce: config.exportsAtOnce });
  const chain = createChainWatch({ database, clock, key: deps.auditKey });
  return {
    routes: privacyRoutes({ database, people, clock, auditLog, chain, memberExport, erasures }),
    allPersonalData: parts,
    exportOf: memberExport.start,
    erasures: {
      decided: store.decided,
      async repeat(tenantId, row) {
        if (!(await store.putBack(tenantId, row))) return false;
        await work.eraseContact({ tenantId, id: row.id });
        bus.publish('user.changed', { tenantId, userId: row.userId });
        work.goOn();
        return true;
      },
    },
    async isKept({ tenantId, userId }) {
      const row = await store.standing(tenantId, userId);
      return row !== undefined && row.decidedAt !== null && row.recordErasedAt === null;
    },
    lookForWork: work.goOn,
    settled: work.settled,
    stop: work.stop,
  };
}
