import { expect, test } from 'vitest';
import { hashPassword, maximumPasswordLength, newPasswordFault, passwordMatches } from './passwords.ts';

test.each([
  { password: 'ninechars', fault: 'too-short' },
  { password: 'ten chars!', fault: null },
  { password: 'ñandú añejo', fault: null },
  { password: 'x'.repeat(201), fault: 'too-long' },
  { password: 'aaaaaaaaaaaa', fault: 'too-common' },
  { password: 'abcdefghijkl', fault: 'too-common' },
  { password: '1234567890', fault: 'too-common' },
  { password: 'Password123', fault: 'too-common' },
  { password: 'vigil-demo', fault: 'too-common' },
  { password: 'Ana.Garcia-2026', fault: 'contains-email' },
  { password: 'correct horse battery staple', fault: null },
])('new password $password: $fault', ({ password, fault }) => {
  expect(newPasswordFault(password, 'ana.garcia@clinic.example')).toBe(fault);
});

test('hashes are argon2id with the OWASP figures, and differ for the same password', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse battery'), hashPassword('correct horse battery')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test('the same characters typed on another keyboard match; anything else does not', async () => {
  const composed = await hashPassword('contraseña larga');
  expect(await passwordMatches(composed, 'contrasen\u0303a larga')).toBe(true);
  expect(await passwordMatches(composed, 'contrasena larga')).toBe(false);
});

test('without a hash nothing matches', async () => {
  for (const password of ['', 'correct horse battery']) expect(await passwordMatches(null, password)).toBe(false);
});

test('the longest password that is taken lets its owner in, whatever it is made of; a longer one is no password', async () => {
  const longest = '🫀🫁🧠🩺'.repeat(maximumPasswordLength / 4);
  expect(newPasswordFault(longest, 'nurse@test.example')).toBeNull();
  const stored = await hashPassword(longest);
  expect(await passwordMatches(stored, longest)).toBe(true);
  expect(newPasswordFault(`${longest}x`, 'nurse@test.example')).toBe('too-long');
  expect(await passwordMatches(stored, `${longest}x`)).toBe(false);
});
