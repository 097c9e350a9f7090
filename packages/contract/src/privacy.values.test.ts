import { expect, test } from 'vitest';
import { endpoints } from './index.ts';
import { dataKindOf, dataKinds, isReading, readingPosts } from './privacy.values.ts';

const idsOf = (services: readonly string[]) => endpoints.filter(({ id }) => services.includes(id.split('.')[0] ?? '')).map(({ id }) => id);

test('every call of a service that holds something about people says what it is about', () => {
  const services = [
    'registry',
    'user',
    'user_admin',
    'notary',
    'notification',
    'blob',
    'privacy',
    'ticksStore',
    'eventsProcessor',
    'fhir',
    'login',
  ];
  expect(idsOf(services).filter((id) => dataKindOf(id) === 'other')).toEqual([]);
});

test('every kind of data is that of a call', () => {
  const told = new Set([...endpoints.map(({ id }) => dataKindOf(id)), 'other']);
  expect(dataKinds.filter((kind) => !told.has(kind))).toEqual([]);
});

test.each([
  ['registry.getCareTeamOfPatient', 'careTeam'],
  ['registry.assignClinician', 'careTeam'],
  ['registry.getTimeline', 'careTeam'],
  ['registry.sendEmails', 'messages'],
  ['registry.getUser', 'account'],
  ['user_admin.inviteUser', 'account'],
])('%s is about %s', (call, kind) => expect(dataKindOf(call)).toBe(kind));

test('a list that is asked for with a body is a look and no change; the calls that are named exist', () => {
  const known = new Map(endpoints.map(({ id, method }) => [id, method]));
  expect(readingPosts.map((call) => known.get(call))).toEqual(readingPosts.map(() => 'POST'));
  expect(isReading('registry.listStatuses', 'POST')).toBe(true);
  expect(isReading('notary.postNote', 'POST')).toBe(false);
});
