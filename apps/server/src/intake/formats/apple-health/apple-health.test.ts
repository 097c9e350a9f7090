import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';
import { zipOf } from '#testing/zip-of.ts';
import { exportOf, quantity, record, sleep, stage } from './testing/synthetic-export.ts';

const { bring, harness, stored } = await useFileImports();

/** Seconds of a time of 1 January 2024 in the zone that the exports here are from. */
const at = (time: string) => Date.parse(`2024-01-01T${time}+02:00`) / 1000;
const on = (time: string) => `2024-01-01 ${time} +0200`;
const span = (start: string, end?: string): [string, string?] => (end === undefined ? [on(start)] : [on(start), on(end)]);

describe('an export of Apple Health', () => {
  it('is read with its units converted and its offsets kept', async () => {
    const records = [
      record(quantity('HeartRate'), 62, span('08:00:00'), {
        unit: 'count/min',
        metadata: '<MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>',
      }),
      record(quantity('HeartRate'), 1.1, ['2024-01-01 12:00:00 -0730'], { unit: 'count/s' }),
      record(quantity('OxygenSaturation'), 0.97, span('08:00:00'), { unit: '%' }),
      record(quantity('BodyMass'), 154.323584, span('08:00:00'), { unit: 'lb' }),
      record(quantity('BodyTemperature'), 98.6, span('08:00:00'), { unit: 'degF' }),
      record(quantity('AppleSleepingWristTemperature'), 35.2, span('01:00:00', '07:00:00'), { unit: 'degC' }),
      record(quantity('BloodGlucose'), 5.5, span('08:00:00'), { unit: 'mmol&lt;180.1558800000541&gt;/L' }),
      record(quantity('BloodPressureSystolic'), 121, span('08:00:00'), { unit: 'mmHg' }),
      record(quantity('BloodPressureDiastolic'), 79, span('08:00:00'), { unit: 'mmHg' }),
      record(quantity('InsulinDelivery'), 2.5, span('08:00:00'), { unit: 'IU' }),
      record(quantity('DistanceWalkingRunning'), 0.5, span('08:00:00', '08:05:00'), { unit: 'mi' }),
    ];
    const { userId, result } = await bring(exportOf(records));
    expect(result).toMatchObject({ format: 'apple-health', accepted: 11, replacedTotal: 0, rejectedTotal: 0, skipped: new Map() });
    expect(await stored(userId)).toEqual([
      `body_temp@${at('08:00:00')}=37 imported`,
      `diastolic@${at('08:00:00')}=79 imported`,
      `distance@${at('08:00:00')}=804.672 imported`,
      `glucose@${at('08:00:00')}=99.1001 imported`,
      `heart_rate@${at('08:00:00')}=62 imported`,
      `heart_rate@${Date.parse('2024-01-01T12:00:00-07:30') / 1000}=66 imported`,
      `insulin@${at('08:00:00')}=2.5 imported`,
      `skin_temp@${at('01:00:00')}=35.2 imported`,
      `spo2@${at('08:00:00')}=97 imported`,
      `systolic@${at('08:00:00')}=121 imported`,
      `weight@${at('08:00:00')}=70 imported`,
    ]);
  });

  it('counts a walk once that watch, phone and an app have all counted, and the phone’s share where the watch was not worn', async () => {
    const steps = quantity('StepCount');
    const { userId, result } = await bring(
      exportOf([
        record(steps, 500, span('08:00:00', '08:05:00'), { by: 'app' }),
        record(steps, 480, span('08:00:30', '08:05:00'), { by: 'phone' }),
        record(steps, 490, span('08:00:00', '08:05:00'), { by: 'watch' }),
        record(steps, 300, span('08:04:00', '08:10:00'), { by: 'phone' }),
        record(steps, 70, span('12:00:00', '12:01:00'), { by: 'phone' }),
        record(steps, 1000, span('07:00:00', '08:00:00'), { by: 'app', metadata: '<MetadataEntry key="HKWasUserEntered" value="1"/>' }),
        record(steps, 900, span('07:00:00', '07:30:00'), { by: 'watch' }),
      ]),
    );
    expect(await stored(userId)).toEqual(
      [
        ['07:00:00', 1000],
        ['08:00:00', 490],
        ['08:05:00', 250],
        ['12:00:00', 70],
      ].map(([time, value]) => `steps@${at(time as string)}=${value} imported`),
    );
    expect(result.accepted).toBe(4);
    expect([...result.skipped.values()]).toEqual([3]);
  });

  it('adds the energy of being alive to that of moving, as a band gives it', async () => {
    const { userId, result } = await bring(
      exportOf([
        record(quantity('ActiveEnergyBurned'), 2.25, span('08:00:00', '08:01:00'), { unit: 'kcal' }),
        record(quantity('ActiveEnergyBurned'), 12.552, span('08:01:00', '08:02:00'), { unit: 'kJ' }),
        record(quantity('BasalEnergyBurned'), 1.5, span('08:00:00', '08:01:00'), { unit: 'kcal' }),
        record(quantity('BasalEnergyBurned'), 1.25, span('09:00:00', '09:01:00'), { unit: 'kcal' }),
      ]),
    );
    expect(await stored(userId)).toEqual([
      `calories@${at('08:00:00')}=3.75 imported`,
      `calories@${at('08:01:00')}=3 imported`,
      `calories@${at('09:00:00')}=1.25 imported`,
    ]);
    expect(result.accepted).toBe(3);
    expect(result.skipped).toEqual(new Map([['Energy at rest, added to the active energy of the same moment', 1]]));
  });

  it('gives stages of sleep from one device at a time, ended where they end, and tells what names no stage', async () => {
    const { userId, result } = await bring(
      exportOf([
        record(sleep, stage('InBed'), span('00:00:00', '08:00:00'), { by: 'phone' }),
        record(sleep, stage('AsleepUnspecified'), span('01:00:00', '02:00:00'), { by: 'phone' }),
        record(sleep, stage('AsleepCore'), span('01:00:00', '03:30:00')),
        record(sleep, stage('AsleepDeep'), span('03:30:00', '04:00:00')),
        record(sleep, stage('AsleepREM'), span('04:10:00', '04:30:00')),
        record(sleep, stage('Awake'), span('04:30:00', '04:40:00')),
        record(sleep, stage('AsleepDeep'), span('03:00:00', '03:45:00'), { by: 'app' }),
      ]),
    );
    const readings = [
      ['01:00:00', 2],
      ['02:00:00', 2],
      ['03:00:00', 2],
      ['03:30:00', 4],
      ['04:00:00', 1],
      ['04:10:00', 3],
      ['04:30:00', 1],
    ];
    expect(await stored(userId)).toEqual(readings.map(([time, value]) => `sleep_depth@${at(time as string)}=${value} imported`));
    expect(result.accepted).toBe(readings.length);
    expect(result.skipped.get('Sleep without a stage (in bed, or asleep and no more)')).toBe(2);
  });

  it('takes both pressures of a correlation once, and tells what Vigil does not keep', async () => {
    const pressures = [
      record(quantity('BloodPressureSystolic'), 121, span('08:00:00'), { unit: 'mmHg' }),
      record(quantity('BloodPressureDiastolic'), 79, span('08:00:00'), { unit: 'mmHg' }),
    ];
    const correlation = `<Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="S" startDate="${on('08:00:00')}" endDate="${on('08:00:00')}">${pressures.join('')}</Correlation>`;
    const sdnn = record(quantity('HeartRateVariabilitySDNN'), 40, span('08:00:00'), { unit: 'ms' });
    const { userId, result } = await bring(exportOf([...pressures, correlation, sdnn, '<Workout workoutActivityType="W"/>']));
    expect(await stored(userId)).toEqual([`diastolic@${at('08:00:00')}=79 imported`, `systolic@${at('08:00:00')}=121 imported`]);
    expect(result.accepted).toBe(2);
    expect(Object.fromEntries(result.skipped)).toEqual({
      'Vigil keeps no Correlation': 1,
      'Part of a correlation: the same record stands in the export by itself': 2,
      'Vigil keeps no HKQuantityTypeIdentifierHeartRateVariabilitySDNN': 1,
      'Vigil keeps no Workout': 1,
    });
  });

  it('refuses a bad record alone, with its line', async () => {
    const heart = quantity('HeartRate');
    const { userId, result } = await bring(
      exportOf([
        record(heart, 62, span('08:00:00'), { unit: 'count/min' }),
        record(heart, 620, span('08:01:00'), { unit: 'count/min' }),
        record(heart, 'many', span('08:02:00'), { unit: 'count/min' }),
        record(heart, 62, span('08:03:00'), { unit: 'kg' }),
        record(heart, 62, ['yesterday'], { unit: 'count/min' }),
        record(heart, 62, ['1999-01-01 08:00:00 +0000'], { unit: 'count/min' }),
        record(quantity('StepCount'), -4, span('08:00:00', '08:01:00'), { unit: 'count' }),
        record(quantity('StepCount'), 4, span('08:01:00', '08:00:00'), { unit: 'count' }),
      ]),
    );
    expect(await stored(userId)).toEqual([`heart_rate@${at('08:00:00')}=62 imported`]);
    expect([result.accepted, result.rejectedTotal]).toEqual([1, 7]);
    // The export has eleven lines above its first record.
    expect(result.rejected.map(({ index }) => index).sort((a, b) => a - b)).toEqual([13, 14, 15, 16, 17, 18, 19]);
  });

  it.each([
    ['English', 'apple_health_export/export.xml'],
    ['Chinese', 'apple_health_export/导出.xml'],
  ])('comes as the zip that a phone makes in %s', async (_language, name) => {
    const xml = exportOf([record(quantity('HeartRate'), 62, span('08:00:00'), { unit: 'count/min' })]);
    const zip = await zipOf({
      'apple_health_export/export_cda.xml': '<ClinicalDocument/>',
      [name]: xml,
      'apple_health_export/workout-routes/route.gpx': '<gpx/>',
    });
    const { userId, result } = await bring(zip);
    expect(result).toMatchObject({ format: 'apple-health', accepted: 1 });
    expect(await stored(userId)).toHaveLength(1);
  });

  it('is refused for a member who was born on another day, and taken where the person is chosen', async () => {
    const tenant = await harness.createTenant();
    const member = await harness.createUser(tenant);
    await harness.asOwner('update vigil.users set birth_date = $2 where id = $1', [member.id, '1951-07-31']);
    const xml = (birthDate: string) =>
      exportOf([record(quantity('HeartRate'), 62, span('08:00:00'), { unit: 'count/min' })], { birthDate });
    await expect(bring(xml('1980-02-29'), { userId: member.id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored(member.id)).toEqual([]);
    await expect(bring(xml('1980-02-29'), { userId: member.id, person: '1979-01-01' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await bring(xml('1980-02-29'), { userId: member.id, person: '1980-02-29' })).result.accepted).toBe(1);
    expect((await bring(xml('1951-07-31'), { userId: member.id })).result.accepted).toBe(1);
  });

  it.each([
    ['a value', (date: string) => `<HKCharacteristicTypeIdentifierDateOfBirth value="${date}"/>`],
    ['a text', (date: string) => `<HKCharacteristicTypeIdentifierDateOfBirth>\n  ${date}\n</HKCharacteristicTypeIdentifierDateOfBirth>`],
  ])('knows the person by a date of birth that is an element with %s', async (_form, element) => {
    const tenant = await harness.createTenant();
    const member = await harness.createUser(tenant);
    await harness.asOwner('update vigil.users set birth_date = $2 where id = $1', [member.id, '1951-07-31']);
    const xml = (date: string) =>
      exportOf([record(quantity('HeartRate'), 62, span('08:00:00'), { unit: 'count/min' })]).replace(
        /<Me [^>]*>/,
        `<Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet">${element(date)}</Me>`,
      );
    await expect(bring(xml('1980-02-29'), { userId: member.id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored(member.id)).toEqual([]);
    expect((await bring(xml('1980-02-29'), { userId: member.id, person: '1980-02-29' })).result.accepted).toBe(1);
    expect((await bring(xml('1951-07-31'), { userId: member.id })).result.accepted).toBe(1);
  });

  it('says of a reading without its unit that it has none, and of another unit that it cannot be converted', async () => {
    const { result } = await bring(
      exportOf([
        record(quantity('HeartRate'), 62, span('08:00:00')),
        record(quantity('OxygenSaturation'), 0.97, span('08:01:00')),
        record(quantity('BodyMass'), 80, span('08:02:00'), { unit: 'furlong' }),
        record(quantity('StepCount'), 100, span('08:03:00')),
        record(quantity('HeartRate'), 'fast', span('08:04:00'), { unit: 'count/min' }),
      ]),
    );
    expect(result.accepted).toBe(1);
    expect(result.rejected.map(({ reason }) => reason)).toEqual([
      'Heart rate has no unit, so it is not known what it is in',
      'SpO2 has no unit, so it is not known what it is in',
      'Weight is in a unit that cannot be converted to kg',
      'Heart rate is not a number',
    ]);
  });
});
