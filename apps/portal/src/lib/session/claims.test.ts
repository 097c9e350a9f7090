import { expect, test } from 'vitest';
import { claimsOf, expiryOf, userIdOf } from './claims.ts';

const jwt = (claims: object) =>
  `h.${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.s`;

test('the health id is the user id, before the subject', () => {
  expect(userIdOf(jwt({ sub: 'account', extension_healthId: 'person' }))).toBe('person');
  expect(userIdOf(jwt({ sub: 'account' }))).toBe('account');
});

test('claims outside ASCII are read as they were written', () => {
  expect(claimsOf(jwt({ name: 'Zoë Ångström 🩺' }))).toEqual({ name: 'Zoë Ångström 🩺' });
});

test('something that is no token has no claims', () => {
  expect(claimsOf('opaque')).toEqual({});
  expect(claimsOf('a.@@@.c')).toEqual({});
});

test('a token that does not say how long it lives is taken to live 900 s', () => {
  expect(expiryOf(jwt({ exp: 5000 }), 4000, 1_000_000)).toBe(5000);
  expect(expiryOf('opaque', 4000, 1_000_000)).toBe(4000);
  expect(expiryOf('opaque', undefined, 1_000_000)).toBe(1900);
});
