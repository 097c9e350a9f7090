import * as z from 'zod';
import { relationTeamTypes } from './registry-relations.values.ts';
import { id, roleName } from './shapes.ts';

/** Milliseconds since 1970, as the registry writes its dates. */
export const milliseconds = z.number().int();
export const teamType = z.enum(relationTeamTypes);
export const users = '/registry/api/v1/users';

/** Somebody as lists of care teams name them. */
export const carePerson = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    title: z.string().nullable(),
    photoUrl: z.string().nullable(),
    roles: z.array(roleName),
    isInTheTenant: z.boolean().nullable(),
  })
  .meta({ id: 'CarePerson' });
export type CarePerson = z.output<typeof carePerson>;
