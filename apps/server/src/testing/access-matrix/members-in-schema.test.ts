import { type Endpoint, endpoints } from '@vigil/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { membersNamedIn, placesIn } from './members-in-schema.ts';

const uuid = z.uuid();

describe('what names a member is found in a schema', () => {
  test.each<[string, z.ZodType, string[]]>([
    ['by its name', z.object({ user_id: uuid, note: z.string() }), ['user_id']],
    [
      'in other spellings',
      z.object({ healthId: uuid, assignedUserId: uuid, patientUuid: uuid, memberids: z.array(uuid) }),
      ['healthId', 'assignedUserId', 'patientUuid', 'memberids'],
    ],
    ['without the word id', z.object({ user: uuid, subject: uuid.nullable(), note: z.string() }), ['user', 'subject']],
    ['as a list', z.object({ members: z.array(uuid), patientIds: z.array(uuid) }), ['members', 'patientIds']],
    ['as a person with an id', z.object({ patient: z.object({ id: uuid }) }), ['patient.id']],
    ['as people with ids', z.object({ members: z.array(z.object({ id: uuid })) }), ['members.id']],
    ['as an account', z.array(z.object({ id: uuid, roles: z.array(z.string()) })), ['id']],
    ['as the key of a map', z.object({ names: z.record(uuid, z.string()) }), ['names.{key}']],
    ['however deep', z.object({ content: z.array(z.object({ user_id: uuid }).nullable()) }), ['content.user_id']],
    ['in an alternative', z.record(z.string(), z.union([z.object({ patientIds: z.array(uuid) }), z.string()])), ['patientIds']],
    ['in a type that holds itself', z.object({ tree: tree() }), ['tree.userId']],
  ])('%s', (_, schema, places) => {
    expect(membersNamedIn(schema)).toEqual(places);
  });

  test.each<[string, z.ZodType]>([
    ['who wrote it', z.object({ id: uuid, createdBy: uuid, clinicianId: uuid })],
    ['how many there are', z.object({ members: z.number(), users: z.object({ total: z.number() }) })],
    ['a text', z.object({ subject: z.string(), user: z.string() })],
    ['a thing with an id', z.object({ team: z.object({ id: uuid }) })],
  ])('%s is none', (_, schema) => {
    expect(membersNamedIn(schema)).toEqual([]);
  });
});

function tree(): z.ZodType {
  const node: z.ZodType = z.lazy(() => z.object({ userId: uuid, children: z.array(node) })).meta({ id: 'TreeOfThisTest' });
  return node;
}

/** Places that look like a member's and are declared otherwise for a reason. One that is not needed any more fails. */
const exceptions: Readonly<Record<string, string>> = {
  'user.listClinicianRoles answers userUuid': 'Of the staff: whoever is no clinician is left out.',
  'user.listClinicianRoles takes userIds': 'Of the staff: whoever is no clinician is left out.',
  'factuaryActions.countActions answers {key}': 'Of the staff, whose actions are counted.',
  'notification.listItems answers items.patientId': 'The caller’s own bell. Its handler names them to the audit log.',
  'calendar.getEvent answers patientId': 'The caller’s own calendar. Its handler names them to the audit log.',
  'calendar.putEvent answers patientId': 'The caller’s own calendar. Its handler names them to the audit log.',
  'calendar.putEvent takes patientId':
    'Whom the event had before needs no check: its handler checks those who are new, of the participants too.',
  'registry.patchUser takes userId': 'The account that the path names, or the call is refused.',
  'analytics.postEvents takes ep.patient_id': 'Kept only where it is a member of the tenant, of whom nothing is told.',
  'privacy.exportAudit takes member': 'Administrators see every member. Its handler names the member to the audit log.',
};

describe('the contract declares whom its calls are about', () => {
  const isOfWholeTenant = ({ access: rule }: Endpoint) => rule.kind === 'tenant';
  /** What only the handler can judge is no business of the places: it asks for the scope, or checks each whom it finds. */
  const isLeftToHandler = ({ access: rule }: Endpoint) =>
    rule.kind === 'members-list' || (rule.kind === 'members-in-body' && rule.found !== undefined);
  const declaredIn = ({ access: rule }: Endpoint) => (rule.kind === 'members-in-body' ? [...(rule.at ?? []), ...(rule.inQuery ?? [])] : []);
  const takes = (endpoint: Endpoint) =>
    [endpoint.body, endpoint.query].flatMap((schema) => (schema ? membersNamedIn(schema, 'input') : []));

  const undeclared = endpoints.flatMap((endpoint) => [
    ...(isOfWholeTenant(endpoint) ? membersNamedIn(endpoint.response).map((place) => `${endpoint.id} answers ${place}`) : []),
    ...(isLeftToHandler(endpoint) ? [] : takes(endpoint))
      .filter((place) => !declaredIn(endpoint).includes(place))
      .map((place) => `${endpoint.id} takes ${place}`),
  ]);

  test('an answer of the whole tenant names no member, and a member in a body or query stands where the access rule says', () => {
    expect(undeclared.sort()).toEqual(Object.keys(exceptions).sort());
  });

  const placed = endpoints.filter(({ access: rule }) => rule.kind === 'members-in-body' && (rule.at ?? rule.inQuery));
  test.each(placed.map((endpoint) => [endpoint.id, endpoint] as const))('%s: the places of its access rule are in its schema', (_, it) => {
    const { at = [], inQuery = [], orNobody = false } = it.access as Extract<Endpoint['access'], { kind: 'members-in-body' }>;
    const known = it.body ? placesIn(it.body, 'input') : [];
    // A FHIR resource is read by its handler, and refused by http where nobody stands at the place.
    const isOpen = it.body !== undefined && it.bodyKind === 'fhir' && !orNobody;
    expect(isOpen ? [] : at.filter((place) => !known.includes(place))).toEqual([]);
    expect(inQuery.filter((name) => !(it.query && placesIn(it.query, 'input').includes(name)))).toEqual([]);
  });
});
