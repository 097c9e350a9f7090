import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, stored } = await useFileImports();

// Synthetic answers in the form of the iHealth API. Five past noon of the wall clock, written as if it were UTC.
const noonAsUtc = Date.parse('2024-06-21T12:05:00Z') / 1000;
const pacific = { MDate: noonAsUtc, TimeZone: '-0800' };
const moment = noonAsUtc + 8 * 3600;

describe('answers of the iHealth API', () => {
  it.each<readonly [string, object, readonly string[]]>([
    [
      'blood pressure with its pulse',
      { BPDataList: [{ ...pacific, HP: 120, LP: 80, HR: 66 }], BPUnit: 0 },
      [`diastolic@${moment}=80`, `heart_rate@${moment}=66`, `systolic@${moment}=120`],
    ],
    [
      'blood pressure in kPa without a pulse',
      { BPDataList: [{ ...pacific, HP: 16, LP: 10, HR: 0 }], BPUnit: 1 },
      [`diastolic@${moment}=75.006376`, `systolic@${moment}=120.010201`],
    ],
    ['glucose', { BGDataList: [{ ...pacific, BG: 99 }], BGUnit: 0 }, [`glucose@${moment}=99`]],
    ['glucose in mmol/L', { BGDataList: [{ ...pacific, BG: 5.5 }], BGUnit: 1 }, [`glucose@${moment}=99.1001`]],
    ['saturation', { BODataList: [{ ...pacific, BO: 97, HR: 66 }] }, [`heart_rate@${moment}=66`, `spo2@${moment}=97`]],
    ['weight', { WeightDataList: [{ ...pacific, WeightValue: 70.5 }], WeightUnit: 0 }, [`weight@${moment}=70.5`]],
    ['weight in pounds', { WeightDataList: [{ ...pacific, WeightValue: 154.323584 }], WeightUnit: 1 }, [`weight@${moment}=70`]],
    [
      'an offset to the east',
      { BGDataList: [{ MDate: noonAsUtc, TimeZone: '+05:30', BG: 99 }], BGUnit: 0 },
      [`glucose@${noonAsUtc - 5.5 * 3600}=99`],
    ],
  ])('give %s', async (_what, answer, readings) => {
    const { userId, result } = await bring(JSON.stringify(answer, null, 2));
    expect(result).toMatchObject({ format: 'ihealth', accepted: readings.length, rejectedTotal: 0 });
    expect(await stored(userId)).toEqual(readings.map((reading) => `${reading} imported`));
  });

  it.each<readonly [string, object, RegExp]>([
    ['no offset', { BGDataList: [{ MDate: noonAsUtc, BG: 99 }], BGUnit: 0 }, /time cannot be read/],
    ['no unit', { BGDataList: [{ ...pacific, BG: 99 }] }, /in which unit.*BGUnit/],
    ['an unknown unit', { BGDataList: [{ ...pacific, BG: 99 }], BGUnit: 7 }, /in which unit/],
    ['a text for a number', { BGDataList: [{ ...pacific, BG: '99' }], BGUnit: 0 }, /no number in BG/],
    ['nothing that is known', { RecordCount: 1 }, /no answer of the iHealth API/],
  ])('are refused with a reason: %s', async (_what, answer, reason) => {
    const { result } = await bring(JSON.stringify(answer), { format: 'ihealth' });
    expect(result).toMatchObject({ accepted: 0, rejectedTotal: 1, rejected: [{ reason: expect.stringMatching(reason) }] });
  });
});
