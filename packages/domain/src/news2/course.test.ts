import { describe, expect, it } from 'vitest';
import { slotSeconds } from '../alerts/rule.ts';
import { type News2History, news2LowerBound, type SaidOfMember } from './course.ts';

const hour = 3_600;
/** At noon, and the beginning of a slot. */
const noon = Date.parse('2026-03-02T12:00:00Z') / 1000;
const none = { seconds: [], values: [] };
const nothing: News2History = {
  ...{ worn: { pulse: none, respiration: none, spo2: none }, spot: { systolic: none, temperature: none } },
  ...{ band: [], said: [], birthDate: '1950-01-01' },
};
const byTheMinute = (from: number, to: number, value: number) => {
  const seconds = Array.from({ length: Math.ceil((to - from) / 60) }, (_, n) => from + n * 60);
  return { seconds, values: seconds.map(() => value) };
};
const wornSince = (from: number) => [{ start: from, end: noon + 24 * hour, value: 0 }];
const lowAt = (moment: number, over: Partial<News2History>) => news2LowerBound({ ...nothing, ...over }, Math.floor(moment / slotSeconds));
const pulse = (readings: News2History['worn']['pulse']) => ({ worn: { ...nothing.worn, pulse: readings } });
const systolic = (readings: News2History['spot']['systolic']) => ({ spot: { ...nothing.spot, systolic: readings } });
const said = (kind: SaidOfMember['kind'], value: string, saidAt: number) => ({ kind, value, saidAt });

describe('the lower bound of NEWS2', () => {
  it('of nothing known is unknown, of one input what that adds', () => {
    expect(lowAt(noon, {})).toBeNull();
    expect(lowAt(noon, systolic({ seconds: [noon - hour], values: [88] }))).toBe(3);
    expect(lowAt(noon, systolic({ seconds: [noon - hour], values: [120] }))).toBe(0);
  });

  it('takes the median of the last worn hour, up to the slot under way', () => {
    const before = byTheMinute(noon - 2 * hour, noon, 70);
    const after = byTheMinute(noon, noon + hour, 135);
    const readings = { seconds: [...before.seconds, ...after.seconds], values: [...before.values, ...after.values] };
    const worn = { ...pulse(readings), band: wornSince(noon - 2 * hour) };
    expect(lowAt(noon + hour / 2 - 1, worn)).toBe(0);
    // Half of the hour is the mean of the two in the middle, 102.5: a pulse of 103 scores 1.
    expect(lowAt(noon + hour / 2, worn)).toBe(1);
    expect(lowAt(noon + hour / 2 + slotSeconds, worn)).toBe(3);
  });

  it('a band that is off or of which nobody knows leaves what it tells unknown, and what it told before known for a day', () => {
    const readings = byTheMinute(noon - 2 * hour, noon, 135);
    expect(lowAt(noon, pulse(readings))).toBeNull();
    const off = {
      ...pulse(readings),
      band: [{ start: noon - 2 * hour, end: noon, value: 0 }, ...[{ start: noon, end: noon + hour, value: 1 }]],
    };
    expect(lowAt(noon + 5 * hour, off)).toBe(3);
    expect(lowAt(noon + 23.5 * hour, off)).toBe(3);
    expect(lowAt(noon + 24 * hour, off)).toBeNull();
  });

  it.each([
    ['a cuff counts as it comes, in the slot under way', noon, { ...systolic({ seconds: [noon + 200], values: [88] }) }, 3],
    ['and is forgotten after a day', noon + 24 * hour, { ...systolic({ seconds: [noon + 200], values: [88] }) }, null],
    ['confusion is said for a day', noon + 23 * hour, { said: [said('consciousness', 'confusion', noon)] }, 3],
    ['and not for longer', noon + 25 * hour, { said: [said('consciousness', 'confusion', noon)] }, null],
    ['what is said later counts from then on', noon - hour, { said: [said('oxygen', 'oxygen', noon)] }, null],
    ['of two the one that was said last', noon, { said: [said('oxygen', 'oxygen', noon - 60), said('oxygen', 'air', noon - 50)] }, 0],
    ['not for a pregnancy', noon, { said: [said('consciousness', 'pain', noon), said('pregnancy', 'yes', noon - hour)] }, null],
    ['until it is over', noon, { said: [said('consciousness', 'pain', noon), said('pregnancy', 'yes', 0), said('pregnancy', 'no', 1)] }, 3],
    ['not for a child', noon, { said: [said('consciousness', 'pain', noon)], birthDate: '2012-01-01' }, null],
    ['an unknown age does not withhold it', noon, { said: [said('consciousness', 'pain', noon)], birthDate: null }, 3],
  ] as const)('%s', (_, moment, over, low) => expect(lowAt(moment, over)).toBe(low));

  it('on scale 2 from when a clinician has set it', () => {
    const spo2 = { worn: { ...nothing.worn, spo2: byTheMinute(noon - hour, noon + hour, 90) }, band: wornSince(noon - hour) };
    const scale = { said: [said('scale', '2', noon)] };
    expect(lowAt(noon - slotSeconds, { ...spo2, ...scale })).toBe(3);
    expect(lowAt(noon, { ...spo2, ...scale })).toBe(0);
  });
});
