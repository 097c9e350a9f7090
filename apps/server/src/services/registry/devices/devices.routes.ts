import { createDevice, listDevices, revokeDevice } from '@vigil/contract/registry-devices.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { DevicesService } from './devices.service.ts';

export function devicesRoutes(devices: DevicesService): readonly Route[] {
  return [
    route(listDevices, ({ params }, context) => devices.list(tenantOf(context).id, params.userId)),
    route(createDevice, ({ params, body }, context) => devices.create(tenantOf(context).id, params.userId, body.label, body.type)),
    route(revokeDevice, ({ params }, context) => devices.revoke(tenantOf(context).id, params.userId, params.deviceId)),
  ];
}
