import { deletePanelSet, listPanelSets, putPanelSet } from '@vigil/contract/metaresources.contract';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { MetaresourcesService } from './metaresources.service.ts';

/** Whose panels: the caller's, as the access rule has made sure. */
export function metaresourcesRoutes(panels: MetaresourcesService): readonly Route[] {
  return [
    route(putPanelSet, ({ body }, context) => panels.put(tenantOf(context).id, userIdOf(context), body)),
    route(listPanelSets, (_, context) => panels.list(tenantOf(context).id, userIdOf(context))),
    route(deletePanelSet, ({ params }, context) => panels.remove(tenantOf(context).id, userIdOf(context), params.panelSetId)),
  ];
}
