import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const hour = 3_600_000;
const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
const record = (type: string, time: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type,
  time: `2026-01-01T${time}:00.000Z`,
  deviceTime: `2025-12-31T${time}:00`,
  uploadId: 'upid_1',
  ...more,
});

/** Synthetic, in the data model. */
const records = [
  record('cbg', '10:00', { units: 'mmol/L', value: 5.5 }),
  record('cbg', '10:05', { value: 6 }),
  record('cbg', '10:10', {}),
  record('smbg', '10:20', { units: 'mg/dL', value: 101 }),
  record('smbg', '10:21', { units: 'g/L', value: 1 }),
  record('basal', '11:00', { deliveryType: 'scheduled', rate: 1.15, duration: 4 * hour }),
  record('basal', '15:00', { deliveryType: 'suspend', duration: hour }),
  record('bolus', '11:00', { subType: 'normal', normal: 2.3 }),
  record('bolus', '12:00', { subType: 'dual/square', normal: 1, extended: 0.5, duration: hour }),
  record('bolus', '12:30', { subType: 'normal', normal: null }),
  record('insulin', '13:00', { dose: { total: 12, units: 'Units' } }),
  record('wizard', '12:00', { bgInput: 9 }),
  record('deviceEvent', '12:00', { subType: 'alarm' }),
  record('bolus', '14:00', { normal: 'many' }),
  { ...record('cbg', '12:00', { value: 5 }), time: 'soon' },
  null,
];
const expected = [
  ['glucose', at('10:00'), 5.5 * 18.0182],
  ['glucose', at('10:05'), 6 * 18.0182],
  ['glucose', at('10:20'), 101],
  ['insulin', at('11:00'), 4 * 1.15 + 2.3],
  ['insulin', at('12:00'), 1.5],
  ['insulin', at('13:00'), 12],
] as const;

describe('Tidepool device data', () => {
  it('gives glucose in mg/dL, and insulin: boluses, pens, and what a basal rate gave from its start', async () => {
    const result = await expectStored(JSON.stringify(records, null, 1), expected, { zone: 'America/Los_Angeles' });
    expect(result.format).toBe('tidepool');
    expect(result.rejected.map(({ index, metric }) => [index, metric])).toEqual([
      [5, 'glucose'],
      [14, 'insulin'],
      [15, 'glucose'],
    ]);
    expect(Object.fromEntries(result.skipped)).toEqual({
      'Glucose without a value': 1,
      'Basal insulin without a rate or a duration, as while it was suspended': 1,
      'Added to another dose of the same moment': 1,
      'Boluses without a dose': 1,
      'Proposals of a bolus calculator; the doses themselves are taken': 1,
      'Not kept by Vigil: events of a device: alarms, calibrations, changes of its clock': 1,
      'Records of kinds that this format is not known to have': 1,
    });
  });

  it('reads a record a line as well', async () => {
    await expectStored(
      records
        .slice(0, 2)
        .map((one) => JSON.stringify(one))
        .join('\n'),
      expected.slice(0, 2),
    );
  });

  it('refuses data of several persons unless one is chosen', async () => {
    const two = JSON.stringify(['a', 'b'].map((_userId, index) => ({ ...record('cbg', `10:0${index}`, { value: 5 }), _userId })));
    await expect(bring(two)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ message: 'a' }, { message: 'b' }] });
    await expectStored(two, [['glucose', at('10:01'), 5 * 18.0182]], { person: 'b' });
  });

  it('refuses what is no JSON, and JSON that is nested without end', async () => {
    const start = '[{"type":"cbg","uploadId":"upid_1","value":5},';
    for (const rest of ['', '['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}]`, '{"type":"cbg"'])
      await expect(bring(start + rest)).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('takes nothing that is not what the data model says', async () => {
    const odd = [
      { value: [5] },
      { value: { valueOf: 5 } },
      { value: '5; drop' },
      { value: true },
      { time: { year: 2026 } },
      { time: 1_700_000_000 },
    ];
    const { result } = await bring(JSON.stringify(odd.map((one) => ({ ...record('cbg', '10:00', { value: 5 }), ...one }))));
    expect([result.accepted, result.rejected.map(({ index }) => index).sort()]).toEqual([0, [1, 2, 3, 4, 5, 6]]);
  });
});
