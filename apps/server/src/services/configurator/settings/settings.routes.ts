import {
  changeTenantSettings,
  getTenantSettings,
  listTenantSettingChanges,
  undoTenantSettingChange,
} from '@vigil/contract/configurator.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { SettingsService } from './settings.service.ts';
import type { Actor, Scope } from './settings.store.ts';

export function settingsRoutes(service: SettingsService, people: Pick<People, 'accounts'>): readonly Route[] {
  const scopeOf = (context: RequestContext): Scope => ({ tenantId: tenantOf(context).id });

  /** By name, because the history outlives accounts. */
  async function actorOf(context: RequestContext): Promise<Actor> {
    const id = context.caller.kind === 'person' ? context.caller.userId : null;
    const account = id === null ? undefined : await people.accounts.user(tenantOf(context).id, id);
    return { kind: 'person', id, name: account ? `${account.givenName} ${account.familyName}` : 'Unknown' };
  }

  return [
    route(getTenantSettings, (_, context) => service.read(scopeOf(context))),
    route(changeTenantSettings, async ({ body }, context) => {
      await service.change(scopeOf(context), await actorOf(context), body.changes, body.revision);
      return service.read(scopeOf(context));
    }),
    route(listTenantSettingChanges, async ({ query }, context) => {
      const { rows, total } = await service.changes(scopeOf(context), query);
      const content = rows.map(({ id, at, actorKind, actorName, path, before, after, undoable }) => ({
        id,
        at,
        by: { kind: actorKind, name: actorName },
        path,
        before,
        after,
        undoable,
      }));
      return { content, totalElements: total };
    }),
    route(undoTenantSettingChange, async ({ params }, context) => {
      await service.undo(scopeOf(context), await actorOf(context), params.changeId);
      return service.read(scopeOf(context));
    }),
  ];
}
