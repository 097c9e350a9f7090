import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { factValues } from './events-processor-facts.contract.ts';
import { id } from './shapes.ts';

export const getUserFacts = endpoint({
  id: 'factuaryUserFacts.getUserFacts',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v1/user_facts/{userId}',
  summary: 'Every measure of a member as it is now, risks and diagnoses from outside included',
  access: access.readMember('userId'),
  params: z.object({ userId: id }),
  response: factValues,
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});
