import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { newDevice } from './registry.forms.ts';
import { id } from './shapes.ts';

/** Milliseconds since 1970, as the registry writes its dates. */
const milliseconds = z.number().int();

export const device = z
  .object({
    id,
    userId: id,
    label: z.string(),
    /** Maker and model, as said when it was registered; null where nobody has said. */
    type: z.string().nullable(),
    createdAt: milliseconds,
    lastSeenAt: milliseconds.nullable(),
    revokedAt: milliseconds.nullable(),
  })
  .meta({ id: 'DeviceCredential' });

export const listDevices = endpoint({
  id: 'registry.listDevices',
  service: 'registry',
  method: 'GET',
  path: '/registry/api/v1/users/{userId}/devices',
  summary: 'A member’s device credentials, without their secrets',
  access: access.administerMember('userId'),
  params: z.object({ userId: id }),
  response: z.array(device),
  errors: ['not_found'],
});

export const createDevice = endpoint({
  id: 'registry.createDevice',
  service: 'registry',
  method: 'POST',
  path: '/registry/api/v1/users/{userId}/devices',
  summary: 'Give a member’s device its own client credentials; the secret is shown this once',
  access: access.administerMember('userId'),
  params: z.object({ userId: id }),
  body: newDevice,
  response: device.extend({ clientId: z.string(), clientSecret: z.string(), tokenEndpoint: z.string() }),
  errors: ['not_found'],
});

export const revokeDevice = endpoint({
  id: 'registry.revokeDevice',
  service: 'registry',
  method: 'DELETE',
  path: '/registry/api/v1/users/{userId}/devices/{deviceId}',
  summary: 'Revoke a device’s credentials: its next call is refused, what it sent before stays',
  access: access.administerMember('userId'),
  params: z.object({ userId: id, deviceId: id }),
  response: device,
  errors: ['not_found'],
});
