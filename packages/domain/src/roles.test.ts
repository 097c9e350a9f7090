import { expect, test } from 'vitest';
import { type Role, shownRoles } from './roles.ts';

test.each<[readonly Role[], readonly Role[]]>([
  [['clinician', 'nurse'], ['nurse']],
  [['clinician'], ['md']],
  [['tenant_admin'], ['tenant_admin']],
  [
    ['tenant_admin', 'clinician', 'coach'],
    ['tenant_admin', 'coach'],
  ],
  [['observer'], ['observer']],
  [[], []],
])('of %j a list shows %j', (held, shown) => expect(shownRoles(held)).toEqual(shown));
