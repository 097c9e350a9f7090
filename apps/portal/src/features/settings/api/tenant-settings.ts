import { keepPreviousData } from '@tanstack/react-query';
import { configurator } from '@vigil/contract';
import type { pageSizes } from '@vigil/contract/paging.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of a setting makes old. */
export const touchedBySettings = [configurator.getTenantSettings, configurator.listTenantSettingChanges] as const;

export const settingsQuery = (tenantId: string) => endpointQuery(configurator.getTenantSettings, { params: { tenantId } }, { quiet: true });

/** The newest changes, `pages` times as many as a page has. */
export function changesQuery(tenantId: string, size: (typeof pageSizes)[number]) {
  const query = endpointQuery(configurator.listTenantSettingChanges, { params: { tenantId }, query: { size } }, { quiet: true });
  return { ...query, placeholderData: keepPreviousData };
}

export const useChangeSettings = () => useEndpointMutation(configurator.changeTenantSettings, { touches: touchedBySettings, quiet: true });
export const useUndoChange = () => useEndpointMutation(configurator.undoTenantSettingChange, { touches: touchedBySettings, quiet: true });
