import type { Role } from '@vigil/domain/roles';
import { expect, test } from 'vitest';
import { gatesOf, homeOf, mayOpenMember } from './gates.ts';

test.each<[readonly Role[], string]>([
  [['patient'], '/patient/me/data'],
  [['tenant_admin'], '/admin'],
  [['tenant_admin', 'nurse'], '/admin'],
  [['md'], '/dashboard'],
  [['observer'], '/dashboard'],
  [['clinician'], '/dashboard'],
  [['nurse', 'patient'], '/dashboard'],
])('/ leads %j to %s', (roles, home) => {
  expect(homeOf(gatesOf(roles), 'me')).toBe(home);
});

test.each<[readonly Role[], string, boolean]>([
  [['patient'], 'me', true],
  [['patient'], 'somebody-else', false],
  [['nurse'], 'somebody-else', true],
  [['observer'], 'somebody-else', true],
  [['tenant_admin'], 'somebody-else', false],
])('%j may open the page of %s: %s', (roles, member, allowed) => {
  expect(mayOpenMember(gatesOf(roles), 'me', member)).toBe(allowed);
});
