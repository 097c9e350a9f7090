import { registry, userAdmin } from '@vigil/contract';
import type { Realm, RowOutcome } from '@vigil/contract/user-admin.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';

const tenantId = () => session.get()?.tenant.tenant_ID ?? '';
const paramsOf = (importId: string) => ({ tenantId: tenantId(), importId });

/** How often an import that runs is asked after. Milliseconds. */
const askEveryMs = 1_000;

export const importsQuery = (realm: Realm) =>
  endpointQuery(userAdmin.listImports, { params: { tenantId: tenantId() }, query: { realm } }, { quiet: true });

/** One import, followed while it runs. */
export const importQuery = (importId: string) => ({
  ...endpointQuery(userAdmin.getImport, { params: paramsOf(importId) }, { quiet: true }),
  refetchInterval: (query: { state: { data: { state: string } | undefined } }) =>
    query.state.data?.state === 'RUNNING' ? askEveryMs : false,
});

export const importRowsQuery = (importId: string, outcome: RowOutcome | undefined, page: number, size: number) =>
  endpointQuery(
    userAdmin.listImportRows,
    { params: paramsOf(importId), query: { ...(outcome && { outcome }), page, size } },
    { quiet: true },
  );

const touched = [userAdmin.getImport, userAdmin.listImports, userAdmin.listImportRows];
/** What an import that makes accounts makes old beside itself. */
export const touchedByAccounts = [...touched, userAdmin.listOnboarding, userAdmin.listOutbox, registry.listUsers];

export const useCheckImport = () => useEndpointMutation(userAdmin.checkImport, { touches: [userAdmin.listImports], quiet: true });
export const useStartImport = () => useEndpointMutation(userAdmin.startImport, { touches: touched, quiet: true });
export const useStopImport = () => useEndpointMutation(userAdmin.stopImport, { touches: touched, quiet: true });
export const useRemoveImport = () => useEndpointMutation(userAdmin.removeImport, { touches: [userAdmin.listImports], quiet: true });

export { paramsOf as importParams, tenantId as importTenantId };
