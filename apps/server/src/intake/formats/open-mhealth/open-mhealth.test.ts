import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, harness, stored } = await useFileImports();

// Synthetic data points in the form of the schemas of Open mHealth.
const at = (iso: string) => ({ effective_time_frame: { date_time: iso } });
const during = (interval: Readonly<Record<string, unknown>>) => ({ effective_time_frame: { time_interval: interval } });
const moment = '2024-02-05T07:25:00Z';
const seconds = (iso: string) => Date.parse(iso) / 1000;
const hour = during({ start_date_time: '2024-02-05T06:25:00Z', end_date_time: moment });
const heart = { heart_rate: { value: 60, unit: 'beats/min' } };
const pressure = { systolic_blood_pressure: { value: 120, unit: 'mmHg' }, diastolic_blood_pressure: { value: 80, unit: 'mmHg' } };
const glucose = (more: object = {}) => ({ blood_glucose: { value: 95, unit: 'mg/dL' }, ...at(moment), ...more });
const weight = (more: object = at(moment)) => ({ body_weight: { value: 70, unit: 'kg' }, ...more });

function dataPoint(name: string, body: object, userId?: string) {
  const header = { id: '1', creation_date_time: moment, schema_id: { namespace: 'omh', name, version: '2.0' } };
  return { header: userId === undefined ? header : { ...header, user_id: userId }, body };
}

describe('data points of Open mHealth', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['heart rate', { ...heart, ...at(moment) }, [`heart_rate@${seconds(moment)}=60`]],
    ['a time with an offset', { ...heart, ...at('2024-02-05T07:25:00.250-08:00') }, [`heart_rate@${seconds(moment) + 8 * 3600 + 0.25}=60`]],
    ['both pressures', { ...pressure, ...at(moment) }, [`diastolic@${seconds(moment)}=80`, `systolic@${seconds(moment)}=120`]],
    ['glucose in mmol/L', { blood_glucose: { value: 5.5, unit: 'mmol/L' }, ...at(moment) }, [`glucose@${seconds(moment)}=99.1001`]],
    ['weight in pounds', { body_weight: { value: 154.323584, unit: 'lb' }, ...at(moment) }, [`weight@${seconds(moment)}=70`]],
    ['temperature in °F', { body_temperature: { value: 98.6, unit: 'F' }, ...at(moment) }, [`body_temp@${seconds(moment)}=37`]],
    [
      'a temperature of the finger, which is the skin’s',
      { body_temperature: { value: 33, unit: 'C' }, measurement_location: 'finger', ...at(moment) },
      [`skin_temp@${seconds(moment)}=33`],
    ],
    ['saturation', { oxygen_saturation: { value: 97, unit: '%' }, ...at(moment) }, [`spo2@${seconds(moment)}=97`]],
    ['respiration', { respiratory_rate: { value: 12, unit: 'breaths/min' }, ...at(moment) }, [`resp_rate@${seconds(moment)}=12`]],
    ['steps as a number', { step_count: 600, ...hour }, [`steps@${seconds(moment) - 3600}=600`]],
    ['steps with a unit', { step_count: { value: 600, unit: 'steps' }, ...hour }, [`steps@${seconds(moment) - 3600}=600`]],
    [
      'a start and a duration',
      { kcal_burned: { value: 90, unit: 'kcal' }, ...during({ start_date_time: moment, duration: { value: 30, unit: 'min' } }) },
      [`calories@${seconds(moment)}=90`],
    ],
    [
      'an end and a duration',
      { kcal_burned: { value: 90, unit: 'kcal' }, ...during({ end_date_time: moment, duration: { value: 0.5, unit: 'h' } }) },
      [`calories@${seconds(moment) - 1800}=90`],
    ],
    [
      'a night’s efficiency, at its end',
      { sleep_maintenance_efficiency_percentage: { value: 94, unit: '%' }, ...hour },
      [`sleep_efficiency@${seconds(moment)}=94`],
    ],
    ['a mean', { ...heart, ...hour, descriptive_statistic: 'average' }, [`heart_rate@${seconds(moment) - 3600}=60`]],
    ['a whole data point', dataPoint('heart-rate', { ...heart, ...at(moment) }), [`heart_rate@${seconds(moment)}=60`]],
  ])('are taken: %s', async (_what, document, readings) => {
    const { userId, result } = await bring(JSON.stringify(document, null, 2));
    expect(result).toMatchObject({ format: 'open-mhealth', accepted: readings.length, rejectedTotal: 0, skipped: new Map() });
    expect(await stored(userId)).toEqual(readings.map((reading) => `${reading} imported`));
  });

  it.each<readonly [string, object, RegExp]>([
    ['no time', heart, /does not say when/],
    ['a time of no form', { ...heart, ...at('201-02-05T07:25:00Z') }, /RFC 3339/],
    [
      'a time frame without its kind',
      { ...heart, effective_time_frame: { start_date_time: moment } },
      /either a date_time or a time_interval/,
    ],
    ['an interval without an end', weight(during({ start_date_time: moment })), /two of start_date_time/],
    ['an interval that ends first', weight(during({ start_date_time: moment, end_date_time: '2023-01-01T00:00:00Z' })), /ends before/],
    ['a part of a day', weight(during({ date: '2024-02-05', part_of_day: 'morning' })), /part of a day/],
    ['a duration in months', weight(during({ end_date_time: moment, duration: { value: 1, unit: 'Mo' } })), /fixed length/],
    ['a moment for what takes time', { step_count: 600, ...at(moment) }, /needs a time_interval/],
    ['a text for a number', { step_count: '600', ...hour }, /no number/],
    ['a text for a number with a unit', { step_count: { value: '600', unit: 'steps' }, ...hour }, /no number/],
    ['an unknown unit', { heart_rate: { value: 60, unit: 'beat/min' }, ...at(moment) }, /unit of heart_rate is none of beats\/min/],
    ['no unit', { body_weight: { value: 70 }, ...at(moment) }, /unit of body_weight/],
    ['one pressure', { systolic_blood_pressure: { value: 120, unit: 'mmHg' }, ...at(moment) }, /no number in diastolic/],
    ['an unknown meal', glucose({ temporal_relationship_to_meal: 'fsting' }), /temporal_relationship_to_meal/],
    ['an unknown specimen', glucose({ specimen_source: 'fluid' }), /specimen_source/],
    ['an unknown statistic', weight({ ...hour, descriptive_statistic: 'minmum' }), /descriptive_statistic/],
    ['no header and no measure', {}, /no data point/],
    ['a header without an id', { ...dataPoint('heart-rate', heart), header: { creation_date_time: moment } }, /no id/],
    ['a header without a schema', { body: heart, header: { id: '1', creation_date_time: moment } }, /schema_id/],
    ['an empty body', dataPoint('heart-rate', {}), /no number in heart_rate/],
    ['an implausible value', { heart_rate: { value: 600, unit: 'beats/min' }, ...at(moment) }, /plausible range/],
  ])('are refused with a reason: %s', async (_what, document, reason) => {
    const { userId, result } = await bring(JSON.stringify(document), { format: 'open-mhealth' });
    expect([result.accepted, result.rejectedTotal]).toEqual([0, 1]);
    expect(result.rejected[0]?.reason).toMatch(reason);
    expect(await stored(userId)).toEqual([]);
  });

  it.each<readonly [string, object, string]>([
    ['a highest value', { ...heart, ...hour, descriptive_statistic: 'maximum' }, 'A statistic of readings and no reading (maximum)'],
    [
      'a mean of counts',
      { step_count: 600, ...hour, descriptive_statistic: 'average' },
      'A statistic of readings and no reading (average)',
    ],
    ['glucose of tears', glucose({ specimen_source: 'tears' }), 'Glucose of another specimen than blood or interstitial fluid'],
    ['another measure', { rr_interval: { value: 800, unit: 'ms' }, ...at(moment) }, 'Vigil keeps no rr-interval'],
    ['another schema', dataPoint('physical-activity', {}), 'Vigil keeps no physical-activity'],
    [
      'a workout of HealthKit',
      { activity_name: 'HKWorkoutActivityTypeCycling', kcal_burned: { value: 1, unit: 'kcal' }, ...hour },
      'Vigil keeps no hk-workout',
    ],
  ])('are passed over with a reason: %s', async (_what, document, reason) => {
    const { result } = await bring(JSON.stringify([document]));
    expect(result).toMatchObject({ accepted: 0, rejectedTotal: 0, skipped: new Map([[reason, 1]]) });
  });

  it('come as a list or one a line, and a bad one costs only itself', async () => {
    const points = [
      { ...heart, ...at(moment) },
      { ...heart, ...at('2024-02-05T07:26:00Z') },
      { heart_rate: { value: 60, unit: 'bpm' }, ...at('2024-02-05T07:27:00Z') },
    ];
    for (const content of [JSON.stringify(points), JSON.stringify(points, null, 1), points.map((one) => JSON.stringify(one)).join('\n')]) {
      const { userId, result } = await bring(content);
      expect(result).toMatchObject({
        format: 'open-mhealth',
        accepted: 2,
        rejectedTotal: 1,
        rejected: [{ index: 3, metric: 'heart_rate' }],
      });
      expect(await stored(userId)).toHaveLength(2);
    }
    const { result } = await bring(`${JSON.stringify(points[0])}\n{"heart_rate":\n`);
    expect(result).toMatchObject({ accepted: 1, rejectedTotal: 1, rejected: [{ index: 2 }] });
  });

  it('about several persons are refused, and those of the one chosen are taken', async () => {
    const points = ['ann', 'ben', 'ben'].map((person, index) =>
      dataPoint('heart-rate', { ...heart, ...at(`2024-02-05T07:2${index}:00Z`) }, person),
    );
    const tenant = await harness.createTenant();
    const { id: userId } = await harness.createUser(tenant);
    await expect(bring(JSON.stringify(points), { userId })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [
        { field: 'person', message: 'ann' },
        { field: 'person', message: 'ben' },
      ],
    });
    expect(await stored(userId)).toEqual([]);
    const { result } = await bring(JSON.stringify(points), { userId, person: 'ben' });
    expect(result.accepted).toBe(2);
    expect(result.skipped).toEqual(new Map([['About another person than the one chosen', 1]]));
  });

  it('that name another member are refused', async () => {
    const tenant = await harness.createTenant();
    const member = await harness.createUser(tenant);
    const other = await harness.createUser(tenant);
    const point = dataPoint('heart-rate', { ...heart, ...at(moment) }, other.id);
    await expect(bring(JSON.stringify(point), { userId: member.id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('without a zone are read in the member’s, and what the clock skipped or showed twice is told', async () => {
    const times = ['2024-03-31T02:30:00', '2024-06-01T12:00:00', '2024-10-27T02:30:00'];
    const content = JSON.stringify(times.map((time) => ({ ...heart, ...at(time) })));
    const { userId, result } = await bring(content, { zone: 'Europe/Berlin' });
    expect(await stored(userId)).toEqual(
      ['2024-03-31T01:30:00Z', '2024-06-01T10:00:00Z', '2024-10-27T00:30:00Z'].map((iso) => `heart_rate@${seconds(iso)}=60 imported`),
    );
    expect([...result.notes.values()]).toEqual([1, 1]);
    expect([...result.notes.keys()].join()).toMatch(/skipped in spring.*twice in autumn/);
  });
});
