import { expect, test } from 'vitest';
import { type MatchCandidate, matchPatient, type PatientMatch, type RecordIdentity } from './patient-match.ts';

const member = { id: 'm', mrn: 'A-17', birthDate: '1957-03-21', familyName: 'Núñez', givenName: 'Ana María' };
const record = (over: Partial<RecordIdentity> = {}): RecordIdentity => ({
  mrn: 'A-17',
  birthDate: '1957-03-21',
  familyName: 'Nunez',
  givenName: 'Ana',
  ...over,
});
const unborn = { ...member, birthDate: null };

test.each<[string, RecordIdentity, readonly MatchCandidate[], PatientMatch['kind']]>([
  ['same number and birth date', record(), [member], 'same'],
  ['same number and birth date, married since', record({ familyName: 'Ruiz' }), [member], 'same'],
  ['same number, another birth date', record({ birthDate: '1957-03-12' }), [member], 'contradicts'],
  ['same number and name, another birth date', record({ birthDate: '1975-03-21' }), [member], 'contradicts'],
  ['same number, born in another year as far as is known', record({ birthDate: '1958' }), [member], 'contradicts'],
  ['same number and year of birth only, same name', record({ birthDate: '1957' }), [member], 'same'],
  ['same number and year of birth only, another name', record({ birthDate: '1957', givenName: 'Eva' }), [member], 'unsure'],
  ['same number and name, member without a birth date', record(), [unborn], 'same'],
  ['same number only', record({ birthDate: null, familyName: null, givenName: null }), [member], 'unsure'],
  ['same number, another name, no birth date', record({ birthDate: null, familyName: 'Ruiz' }), [member], 'unsure'],
  ['same number, nameless member without a birth date', record(), [{ ...unborn, familyName: '', givenName: '' }], 'unsure'],
  ['a number that is nobody’s', record(), [], 'nobody'],
  ['a number that two members have', record(), [member, { ...member, id: 'n' }], 'several'],
  ['no number', record({ mrn: null }), [member], 'no-number'],
  ['an empty number', record({ mrn: ' ' }), [member], 'no-number'],
])('%s: %s', (_name, one, candidates, kind) => expect(matchPatient(one, candidates).kind).toBe(kind));
