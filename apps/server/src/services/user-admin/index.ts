import type { Module } from '#http/route.ts';
import type { Identity } from '#identity/index.ts';
import type { People } from '#people/index.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DiskReserve } from '#platform/disk/disk-space.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { NewcomersCare } from '#services/registry/relations/index.ts';
import { createImports } from './imports/imports.service.ts';
import { createImportsStore } from './imports/imports.store.ts';
import { createImportWorker } from './imports/worker.ts';
import { createOnboardingStore } from './onboarding.store.ts';
import { importsPersonalData } from './personal-data.ts';
import { userAdminRoutes } from './user-admin.routes.ts';
import { createUserAdminService } from './user-admin.service.ts';
import type { WrittenLanguagesDeps } from './written-languages.ts';

export interface UserAdminDependencies {
  readonly config: Pick<Config, 'importRows'>;
  readonly database: Database;
  readonly people: Pick<People, 'birthDatesOf' | 'newcomers' | 'privacy'>;
  readonly mailLanguageOf: WrittenLanguagesDeps['mailLanguageOf'];
  readonly identity: Pick<Identity, 'offered' | 'invitationTexts' | 'signsInByPhone'>;
  readonly post: TenantPost;
  readonly audit: Pick<Audit, 'record'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Whom imported members are assigned to. */
  readonly care: NewcomersCare;
  /** What is kept for readings. */
  readonly reserve: Pick<DiskReserve, 'require'>;
}

export interface UserAdminModule extends Module {
  /** Resolves when no import is being worked on in this process. */
  settled(): Promise<void>;
}

/** How people come into a tenant: invited one by one or imported from a file, and how far each has come. */
export function createUserAdmin({ config, ...deps }: UserAdminDependencies): UserAdminModule {
  const store = createImportsStore(deps.database);
  const worker = createImportWorker({ ...deps, store });
  const routes = userAdminRoutes({
    service: createUserAdminService(deps),
    onboarding: createOnboardingStore(deps.database),
    invitesByPhone: deps.identity.signsInByPhone,
    imports: createImports({ ...deps, byPhone: deps.identity.signsInByPhone, store, mostRows: config.importRows, work: worker.work }),
    post: deps.post,
    clock: deps.clock,
  });
  const personalData = importsPersonalData({ database: deps.database, addressesOf: deps.people.privacy.addressesOf });
  return { routes, personalData, settled: worker.settled, stop: worker.stop };
}
