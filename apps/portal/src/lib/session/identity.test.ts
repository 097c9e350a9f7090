import { expect, test } from 'vitest';
import { ownPath } from './identity.ts';

test.each([
  ['/patient/1/data?range=7', '/patient/1/data?range=7'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
])('after sign-in %s leads to %s, and never to another site', (asked, path) => {
  expect(ownPath(asked)).toBe(path);
});
