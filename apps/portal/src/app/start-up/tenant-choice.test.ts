import { expect, test } from 'vitest';
import { selectionOf, settleTenant, type TenantChoice, type TenantHints, tenantLabel } from './tenant-choice.ts';

const choice = (name: string, role: TenantChoice['role'] = ['nurse']): TenantChoice => ({
  tenantName: name,
  tenantDisplayName: null,
  tenantUuid: `id-${name}`,
  role,
});
const demo = choice('demo');
const lakeside = choice('lakeside');
const none: TenantHints = { host: null, link: null, stored: null };

test.each<[string, readonly TenantChoice[], Partial<TenantHints>, TenantChoice | 'ask' | 'none']>([
  ['several are asked for', [demo, lakeside], {}, 'ask'],
  ['a single one selects itself', [demo], {}, demo],
  ['none at all', [], {}, 'none'],
  ['the host’s selects itself', [demo, lakeside], { host: 'id-lakeside' }, lakeside],
  ['the host’s by its code', [demo, lakeside], { host: 'lakeside' }, lakeside],
  ['a host of another tenant serves nobody else', [demo], { host: 'id-lakeside', stored: 'id-demo' }, 'none'],
  ['the link’s tenant_id selects itself', [demo, lakeside], { link: 'id-lakeside', stored: 'id-demo' }, lakeside],
  ['a link to a foreign tenant is asked about', [demo, lakeside], { link: 'id-other' }, 'ask'],
  ['the stored one selects itself', [demo, lakeside], { stored: 'id-demo' }, demo],
  ['a stored one that was left is asked about again', [demo, lakeside], { stored: 'id-left' }, 'ask'],
  ['a tenant with a denied role is no choice', [demo, choice('other', ['system_admin'])], {}, demo],
])('%s', (_name, choices, hints, settled) => {
  expect(settleTenant(choices, { ...none, ...hints })).toBe(settled);
});

test('an option is called by its display name, else by its name in capitals', () => {
  expect(tenantLabel({ tenantName: 'demo', tenantDisplayName: 'Demo Health' })).toBe('Demo Health');
  expect(tenantLabel({ tenantName: 'demo', tenantDisplayName: null })).toBe('DEMO');
});

test('the selection holds tenant, id, the care-team role and all roles held there', () => {
  expect(selectionOf(choice('demo', ['clinician', 'nurse']))).toEqual({
    tenant: 'demo',
    tenant_ID: 'id-demo',
    role_ID: 'nurse',
    roles: ['clinician', 'nurse'],
  });
  expect(selectionOf(choice('demo', ['patient'])).role_ID).toBe('patient');
  expect(selectionOf(choice('demo', ['clinician'])).role_ID).toBe('md');
});
