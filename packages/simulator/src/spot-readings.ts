import type { Day } from './day.ts';
import { minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { channel, clamp, drift, normal, uniform } from './noise.ts';
import type { SeriesSink } from './series.ts';

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Body weight on a day without the scale's error, kg: within-week changes of about 0.5 % (Orsama et al., Obes Facts 2014;7:36), and the story. */
export function weightOn(member: SyntheticMember, day: Day): number {
  return member.weightKg * (1 + 0.004 * drift(member.seed, channel.spot, day.number / 5)) + day.effects.weight;
}

/** Readings that a person takes beside the band: weight, blood pressure, temperature. Given only for whole minutes. */
export function spotReadings(member: SyntheticMember, day: Day, sink: SeriesSink): void {
  const { seed, instruments } = member;
  const chance = (n: number) => uniform(seed, channel.spot + n, day.number);
  const wakeMs = day.night.endMs;
  if (instruments.scale !== 'none' && (day.number + seed) % instruments.weighEveryDays === 0 && chance(1) < 0.93) {
    const at = wakeMs + Math.round(8 + chance(2) * 25) * minuteMs;
    const source = instruments.scale === 'connected' ? 'device' : 'manual';
    sink('weight', source, at, round(weightOn(member, day) + 0.18 * normal(seed, channel.spot + 3, day.number), 1));
    if (source === 'device') sink('weight_conf', source, at, Math.round(88 + 11 * chance(4)));
  }
  const measures = instruments.cuff !== 'none' && (instruments.cuff !== 'weekly' || (day.number + seed) % 7 === 3);
  if (measures && chance(5) < 0.95) bloodPressure(member, day, wakeMs + Math.round(35 + chance(6) * 40) * minuteMs, 0, sink);
  if (instruments.cuff === 'twice-daily' && chance(7) < 0.92)
    bloodPressure(member, day, day.startMs + Math.round(20.2 * 60 + chance(8) * 70) * minuteMs, 1, sink);
  if (day.effects.fever > 0.4) {
    for (const [n, minute] of [440, 785, 1_150].entries()) {
      const rise = 0.25 * Math.cos((2 * Math.PI * (minute - 17 * 60)) / 1_440);
      const value = 36.6 + day.effects.fever + rise + 0.12 * normal(seed, channel.spot + 20 + n, day.number);
      sink('body_temp', 'manual', day.startMs + (minute + Math.round(chance(30 + n) * 40)) * minuteMs, round(value, 1));
    }
  }
}

/** A cuff reading: some mmHg of scatter from one to the next, systolic and diastolic together; higher in the evening by little. */
function bloodPressure(member: SyntheticMember, day: Day, at: number, which: number, sink: SeriesSink): void {
  const { seed, body } = member;
  const common = normal(seed, channel.spot + 40 + which, day.number);
  const systolic =
    body.systolicMmHg + day.effects.systolic + 6.5 * common + 2 * which + 2.5 * normal(seed, channel.spot + 42 + which, day.number);
  const diastolic = body.diastolicMmHg + day.effects.diastolic + 3.6 * common + 2 * normal(seed, channel.spot + 44 + which, day.number);
  sink('systolic', 'manual', at, Math.round(clamp(systolic, 82, 228)));
  sink('diastolic', 'manual', at, Math.round(clamp(diastolic, 44, 132)));
}
