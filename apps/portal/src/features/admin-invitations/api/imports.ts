import { registry, userAdmin, userAdminImports } from '@vigil/contract';
import type { Realm, RowOutcome } from '@vigil/contract/user-admin.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';

const tenantId = () => session.get()?.tenant.tenant_ID ?? '';
const paramsOf = (importId: string) => ({ tenantId: tenantId(), importId });

/** How often an import that runs is asked after. Milliseconds. */
const askEveryMs = 1_000;

export const importsQuery = (realm: Realm) =>
  endpointQuery(userAdminImports.listImports, { params: { tenantId: tenantId() }, query: { realm } }, { quiet: true });

/** One import, followed while it runs. */
export const importQuery = (importId: string) => ({
  ...endpointQuery(userAdminImports.getImport, { params: paramsOf(importId) }, { quiet: true }),
  refetchInterval: (query: { state: { data: { state: string } | undefined } }) =>
    query.state.data?.state === 'RUNNING' ? askEveryMs : false,
});

export const importRowsQuery = (importId: string, outcome: RowOutcome | undefined, page: number, size: number) =>
  endpointQuery(
    userAdminImports.listImportRows,
    { params: paramsOf(importId), query: { ...(outcome && { outcome }), page, size } },
    { quiet: true },
  );

const touched = [userAdminImports.getImport, userAdminImports.listImports, userAdminImports.listImportRows];
/** What an import that makes accounts makes old beside itself. */
export const touchedByAccounts = [...touched, userAdmin.listOnboarding, userAdmin.listOutbox, registry.listUsers];

export const useCheckImport = () =>
  useEndpointMutation(userAdminImports.checkImport, { touches: [userAdminImports.listImports], quiet: true });
export const useStartImport = () => useEndpointMutation(userAdminImports.startImport, { touches: touched, quiet: true });
export const useConfirmImportRow = () => useEndpointMutation(userAdminImports.confirmImportRow, { touches: touched, quiet: true });
export const useStopImport = () => useEndpointMutation(userAdminImports.stopImport, { touches: touched, quiet: true });
export const useRemoveImport = () =>
  useEndpointMutation(userAdminImports.removeImport, { touches: [userAdminImports.listImports], quiet: true });

export { paramsOf as importParams, tenantId as importTenantId };
