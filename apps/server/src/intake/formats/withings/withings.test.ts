import { describe, expect, it } from 'vitest';
import { type Expected, useFileImports } from '#testing/file-imports.ts';
import { zipOf } from '#testing/zip-of.ts';

const { bring, expectStored } = await useFileImports();
const at = (time: string) => Date.parse(`2026-01-06T${time}+01:00`);

/** Synthetic, as the maker's description of the download has them. */
const files = {
  'weight.csv':
    'Date,"Weight (kg)","Fat mass (kg)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments\n"2026-01-06 07:00:00",80.5,18.2,3.1,59.2,,\n',
  'bp.csv': 'Date,"Heart rate",Systolic,Diastolic,Comments\n"2026-01-06 07:05:00",61,128,79,after coffee\n',
  'sleep.csv':
    'from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up","Average heart rate"\n2026-01-05T23:00:00+01:00,2026-01-06T06:30:00+01:00,9000,7200,5400,900,2,55\n',
  'raw_hr_hr.csv': 'start,duration,value\n2026-01-06T10:40:38+01:00,[60],[65]\n2026-01-06T10:50:00+01:00,"[60,60]","[66,0]"\n',
  'raw_tracker_steps.csv': 'start,duration,value\n2026-01-06T11:00:00+01:00,"[60,60,120]","[12,0,90]"\n',
  'raw_tracker_distance.csv': 'start,duration,value\n2026-01-06T11:00:00+01:00,[60],[9.5]\n',
  'raw_spo2_auto_spo2.csv': 'start,duration,value\n2026-01-06T03:00:00+01:00,[0],[96]\n',
  'raw_tracker_sleep-state.csv':
    'start,duration,value\n2026-01-06T01:00:00+01:00,"[300,600]","[3,0]"\n2026-01-06T00:00:00+01:00,"[1800,1800]","[1,2]"\n2026-01-06T02:00:00+01:00,[300],[2]\n',
  'aggregates_steps.csv': 'date,value\n2026-01-06,4000\n',
  'raw_location_latitude.csv': 'start,duration,value\n2026-01-06T11:00:00+01:00,[60],[44.1]\n',
};
const weights: Expected[] = [['weight', at('07:00'), 80.5]];
const pressures: Expected[] = [
  ['heart_rate', at('07:05'), 61],
  ['systolic', at('07:05'), 128],
  ['diastolic', at('07:05'), 79],
];
const pulses: Expected[] = [
  ['heart_rate', at('10:40:38'), 65],
  ['heart_rate', at('10:50'), 66],
];
const steps: Expected[] = [
  ['steps', at('11:00'), 12],
  ['steps', at('11:01'), 0],
  ['steps', at('11:02'), 90],
];
/** Light, deep, REM, awake; deep again, which ends without another stage. */
const sleep: Expected[] = (
  [
    ['00:00', 2],
    ['00:30', 4],
    ['01:00', 3],
    ['01:05', 1],
    ['02:00', 4],
    ['02:05', 1],
  ] as const
).map(([time, depth]) => ['sleep_depth', at(time), depth]);

const zip = () => zipOf(Object.fromEntries(Object.entries(files).map(([name, content]) => [`data_EM/${name}`, content])));

describe('Withings export', () => {
  it('gives everything of the zip that a person downloads, and no total twice', async () => {
    const result = await expectStored(
      await zip(),
      [...weights, ...pressures, ...pulses, ...steps, ...sleep, ['distance', at('11:00'), 9.5], ['spo2', at('03:00'), 96]],
      { zone: 'Europe/Paris' },
    );
    expect(result).toMatchObject({ format: 'withings', rejectedTotal: 0, replacedTotal: 0 });
    expect(Object.fromEntries(result.skipped)).toEqual({
      'Files that hold nothing that Vigil keeps, or totals of what is taken': 2,
      'Not kept by Vigil: what a body is made of': 3,
      'Totals of a night; its stages are in raw_tracker_sleep-state.csv': 6,
      'Zeros that stand for no measurement': 1,
    });
  });

  it.each([
    ['weight.csv', weights],
    ['bp.csv', pressures],
  ] as const)('knows %s alone by its columns', async (name, expected) => {
    await expectStored(files[name], expected, { zone: 'Europe/Paris' });
  });

  it('reads pounds', async () => {
    await expectStored('Date,"Weight (lb)","Fat mass (lb)"\n2026-01-06 07:00:00,176.4,\n', [
      ['weight', Date.parse('2026-01-06T07:00Z'), 176.4 / 2.20462262185],
    ]);
  });

  it('refuses a raw file alone, which could be of several measures, until somebody says of which', async () => {
    await expect(bring(files['raw_tracker_steps.csv'])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/heart rate or .*steps or .*distance/),
    });
    await expectStored(files['raw_tracker_steps.csv'], steps, { format: 'withings-steps' });
    await expectStored(files['raw_tracker_sleep-state.csv'], sleep, { format: 'withings-sleep-state' });
  });

  it('refuses values that do not fit their durations, states that nobody knows and sleeps of years', async () => {
    const lines = [
      'soon,[60],[1]',
      '2026-01-06T11:00:00Z,[60],"[1,2]"',
      '2026-01-06T11:00:00Z,[60],[7]',
      '2026-01-06T11:00:00Z,[99999999999],[1]',
      '2026-01-06T11:00:00Z,[-60],[1]',
    ];
    const { result } = await bring(`start,duration,value\n${lines.join('\n')}\n`, { format: 'withings-sleep-state' });
    expect([result.accepted, result.rejected.map(({ index }) => index)]).toEqual([0, [2, 3, 4, 5, 6]]);
  });
});
