import { access } from '@vigil/contract';
import { describe, expect, test } from 'vitest';
import { idIn, namedIn, textsAt } from './members-named.ts';

const one = '00000000-0000-4000-8000-0000000000aa';
const other = '00000000-0000-4000-8000-0000000000ab';

describe('the texts at a place of a body', () => {
  test.each<[string, unknown, string, string[]]>([
    ['a property', { user: one }, 'user', [one]],
    ['a property of a property', { subject: { reference: one } }, 'subject.reference', [one]],
    ['each of a list', { patientIds: [one, other] }, 'patientIds', [one, other]],
    ['of each row', { rows: [{ memberId: one }, {}, { memberId: [other] }] }, 'rows.memberId', [one, other]],
    ['of lists within a list', { rows: [[{ ids: [[one]] }], { ids: other }] }, 'rows.ids', [one, other]],
    ['of a body that is a list', [{ user: one }, { user: other }], 'user', [one, other]],
    ['nothing that is inherited', {}, 'constructor.name', []],
    ['nothing of null', { user: null }, 'user.id', []],
    ['nothing of no body', undefined, 'user', []],
  ])('%s', (_, body, place, texts) => {
    expect(textsAt(body, place)).toEqual(texts);
  });
});

test.each([
  [one, one],
  [one.toUpperCase(), one],
  [`Patient/${one}`, one],
  [`https://vigil.example/fhir/R4/Patient/${one}`, one],
  // Whoever reads the path of the address reads the first of them.
  [`https://vigil.example/fhir/R4/Patient/${one}?of=/${other}`, one],
  [`https://vigil.example/fhir/R4/Patient/${one}#/${other}`, one],
  [`${one}/`, null],
  ['Patient/unknown', null],
  ['', null],
])('%s names %s', (text, id) => {
  expect(idIn(text)).toBe(id);
});

describe('whom a call names', () => {
  const named = (rule: Parameters<typeof access.talkWith>[0], body: unknown, query: unknown = {}) =>
    namedIn(access.talkWith(rule), { body, query });

  test('each once, in the body and the query', () => {
    expect(named({ at: ['user', 'others'], inQuery: ['patient'] }, { user: one, others: [one, other] }, { patient: other })).toEqual({
      ids: [one, other],
      isNobody: false,
    });
  });

  test('nobody, where the call may be about nobody; otherwise the place is at fault', () => {
    expect(named({ at: ['user'], orNobody: true }, { user: null })).toEqual({ ids: [], isNobody: true });
    const refused = { code: 'invalid_input', fields: [{ field: 'user', message: expect.any(String) }] };
    expect(() => named({ at: ['user'] }, { user: null })).toThrow(expect.objectContaining(refused));
    expect(() => named({ at: ['user'], orNobody: true }, { user: 'somebody' })).toThrow(expect.objectContaining(refused));
  });

  test('whoever the handler finds is not looked for, but for those who can be read', () => {
    expect(named({ found: 'It is a test.' }, { user: one })).toEqual({ ids: [], isNobody: false });
    const searched = { found: 'It is a test.', inQuery: ['patient'] };
    expect(named(searched, undefined, { patient: 'mrn|7' })).toEqual({ ids: [], isNobody: false });
    expect(named(searched, undefined, { patient: `Patient/${one}` })).toEqual({ ids: [one], isNobody: false });
  });
});
