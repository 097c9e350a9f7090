import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { sentPanelSet } from './metaresources.forms.ts';
import { id } from './shapes.ts';

/** Which measures somebody sees of each member, in this order. */
export const panelSet = z
  .object({
    /** `defaultPanel` is the panel that everybody has. */
    id: z.string(),
    name: z.string(),
    measures: z.array(z.object({ measureId: z.string(), measureName: z.string() })),
  })
  .meta({ id: 'PanelSet' });
export type PanelSet = z.output<typeof panelSet>;

const person = z.object({ userId: id });

export const putPanelSet = endpoint({
  id: 'metaresources.putPanelSet',
  service: 'metaresources',
  method: 'POST',
  path: '/metaresources/api/v1/panelSet/users/{userId}',
  summary: 'Keep a panel of one’s own: a new one, or the one of that id as it is to be from now on. The Default Panel cannot be changed',
  access: access.selfOfClinicalStaff('userId'),
  params: person,
  body: sentPanelSet,
  response: panelSet,
  errors: ['conflict'],
});

export const listPanelSets = endpoint({
  id: 'metaresources.listPanelSets',
  service: 'metaresources',
  method: 'GET',
  path: '/metaresources/api/v1/panelSet/users/{userId}/panelSets',
  summary: 'One’s own panels: the Default Panel, then the others by name',
  access: access.selfOfClinicalStaff('userId'),
  params: person,
  response: z.array(panelSet),
});

export const deletePanelSet = endpoint({
  id: 'metaresources.deletePanelSet',
  service: 'metaresources',
  method: 'DELETE',
  path: '/metaresources/api/v1/panelSet/users/{userId}/panelSets/{panelSetId}',
  summary: 'Delete a panel of one’s own. The Default Panel cannot be deleted',
  access: access.selfOfClinicalStaff('userId'),
  params: person.extend({ panelSetId: z.string().min(1).max(64) }),
  response: panelSet,
  errors: ['not_found', 'conflict'],
});
