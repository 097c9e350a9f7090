import type { PortalSettings } from '@vigil/contract/registry.contract';
import { describe, expect, it } from 'vitest';
import { defaultUnitSystem, patchedSettings } from './registry.rules.ts';

type Patch = Parameters<typeof patchedSettings>[1];
const none: PortalSettings = { unitSystem: null, glucoseUnit: null, language: null, colorMode: null, chartAxes: null };

describe('changing one’s own portal settings', () => {
  it.each<[string, PortalSettings, Patch, PortalSettings]>([
    [
      'replaces what was never set',
      none,
      [{ op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' }],
      { ...none, colorMode: 'DARK' },
    ],
    [
      'adds over what is set',
      { ...none, colorMode: 'DARK' },
      [{ op: 'add', path: '/portalSettings/colorMode', value: 'LIGHT' }],
      { ...none, colorMode: 'LIGHT' },
    ],
    [
      'keeps values in upper case',
      none,
      [{ op: 'replace', path: '/portalSettings/unitSystem', value: 'imperial' }],
      { ...none, unitSystem: 'IMPERIAL' },
    ],
    [
      'keeps how the axes of charts end',
      none,
      [{ op: 'replace', path: '/portalSettings/chartAxes', value: 'standard' }],
      { ...none, chartAxes: 'STANDARD' },
    ],
    [
      'takes several operations in order',
      none,
      [
        { op: 'add', path: '/portalSettings/unitSystem', value: 'METRIC' },
        { op: 'replace', path: '/portalSettings/unitSystem', value: 'IMPERIAL' },
        { op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' },
      ],
      { ...none, unitSystem: 'IMPERIAL', colorMode: 'DARK' },
    ],
  ])('%s', (_, settings, patch, expected) => expect(patchedSettings(settings, patch)).toEqual(expected));

  it.each([
    '/roles',
    '/isInTheTenant',
    '/portalSettings',
    '/portalSettings/colorMode/x',
    '/portalSettings/country',
    '',
    '/__proto__',
    'constructor',
  ])('refuses the path "%s" and names it', (path) => {
    const patch: Patch = [
      { op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' },
      { op: 'replace', path, value: 'x' },
    ];
    expect(() => patchedSettings(none, patch)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining(`"${path}"`),
        fields: [expect.objectContaining({ field: '1.path' })],
      }),
    );
  });

  it.each(['PURPLE', null, 7, { a: 1 }])('refuses the value %s', (value) => {
    expect(() => patchedSettings(none, [{ op: 'replace', path: '/portalSettings/colorMode', value }])).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: [expect.objectContaining({ field: '0.value' })] }),
    );
  });
});

describe('unit system of an account that has chosen none', () => {
  it('is imperial for a member', () => expect(defaultUnitSystem(['patient'])).toBe('IMPERIAL'));
  it('is left to the browser’s region for staff', () => expect(defaultUnitSystem(['nurse', 'tenant_admin'])).toBeNull());
});
