import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const head = (unit: string) =>
  `Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,Source Device ID,Glucose Value (${unit}),Insulin Value (u),Carb Value (grams),Duration (hh:mm:ss),Glucose Rate of Change (${unit}/min),Transmitter Time (Long Integer),Transmitter ID`;

/** Synthetic, in the form of the export. */
const lines = [
  '1,,FirstName,,Erika,,,,,,,,,',
  '2,,LastName,,Mustermann,,,,,,,,,',
  '3,,Device,,,Dexcom G6 Mobile App,iOS G6,,,,,,,',
  '4,,Alert,Urgent Low,,,,55,,,,,,',
  '5,2026-01-10T07:55:00,EGV,,,,iOS G6,101,,,,,12345,8AM1EY',
  '6,2026-01-10T08:00:00,EGV,,,,iOS G6,Low,,,,,12645,8AM1EY',
  '7,2026-01-10T08:05:00,EGV,,,,iOS G6,High,,,,,12945,8AM1EY',
  '8,2026-01-10T08:06:00,Calibration,,,,iOS G6,99,,,,,,',
  '9,2026-01-10T08:10:00,Carbs,,,,iOS G6,,,45,,,,',
  '10,2026-01-10T08:11:00,Insulin,Fast-Acting,,,iOS G6,,4.5,,,,,',
  '11,2026-01-10T08:11:00,Insulin,Long-Acting,,,iOS G6,,12,,,,,',
  '12,2026-01-10T18:00:00,Exercise,Heavy,,,iOS G6,,,,00:45:00,,,',
  '13,2026-01-10T18:05:00,Sauna,,,,iOS G6,,,,,,,',
];
const export_ = (unit: string, more: readonly string[] = lines) => `${head(unit)}\n${more.join('\n')}\n`;
/** In Berlin's winter. */
const at = (time: string) => Date.parse(`2026-01-10T${time}+01:00`);

describe('Dexcom Clarity export', () => {
  it('gives glucose and doses, both doses of one moment as one, and says what it leaves out', async () => {
    const result = await expectStored(
      export_('mg/dL'),
      [
        ['glucose', at('07:55'), 101],
        ['glucose', at('08:06'), 99],
        ['insulin', at('08:11'), 16.5],
      ],
      { zone: 'Europe/Berlin' },
    );
    expect(result).toMatchObject({ format: 'dexcom-clarity', rejectedTotal: 0, replacedTotal: 0 });
    expect([...result.skipped.entries()].sort()).toEqual([
      ['Added to another dose of the same moment', 1],
      ['Events of kinds that this format is not known to have', 1],
      ['Glucose above what the sensor can measure (High)', 1],
      ['Glucose below what the sensor can measure (Low)', 1],
      ['Not kept by Vigil: exercise among readings', 1],
      ['Not kept by Vigil: meals among readings; they are logged', 1],
      ['Not kept by Vigil: settings of alerts', 1],
    ]);
  });

  it('converts mmol/L', async () => {
    await expectStored(export_('mmol/L', ['1,2026-01-10T07:55:00,EGV,,,,iOS G6,5.5,,,,,,']), [
      ['glucose', Date.parse('2026-01-10T07:55Z'), 5.5 * 18.0182],
    ]);
  });

  it('refuses a figure in another unit than its heading says', async () => {
    const { result } = await bring(export_('mg/dL', ['1,2026-01-10T07:55:00,EGV,,,,iOS G6,12.4,,,,,,', '2,soon,EGV,,,,iOS G6,101,,,,,,']));
    expect([result.accepted, result.rejected.map(({ index }) => index)]).toEqual([0, [2, 3]]);
  });

  it('reads the export as a study rewrote its headings', async () => {
    const rewritten =
      'index,timestamp,event_type,event_subtype,patient_info,device_info,source_device_ID,glucose,insulin_value,carb_value,duration,glucose_rate_of_change,transmitter_time\n13,2026-01-10 07:55:32,EGV,,,,iPhone G6,61.0,,,,,11101.0\n';
    await expectStored(rewritten, [['glucose', Date.parse('2026-01-10T07:55:32Z'), 61]]);
  });
});
