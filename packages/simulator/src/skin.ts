import type { Day } from './day.ts';
import type { SyntheticMember } from './member.ts';
import { channel, clamp, drift, normal } from './noise.ts';

/**
 * Wrist temperature, °C to a tenth: rises by 1.5–2 °C in sleep as the skin gives off heat, lowest in the evening
 * (Sarabia et al., Physiol Behav 2008;95:570). Follows about half of a fever.
 */
export function skinTemperatures(member: SyntheticMember, day: Day): (minute: number) => number {
  const { seed, body } = member;
  const level = body.skinTempC + 0.55 * day.effects.fever + 0.15 * drift(seed, channel.temperature, day.number / 5);
  return (minute) => {
    const at = day.startMs / 60_000 + minute;
    const clock = Math.cos((2 * Math.PI * (minute - 4 * 60)) / 1_440);
    const inBed = (day.stage[minute] ?? 0) > 0 ? 1.1 : 0;
    const room = 0.5 * drift(seed, channel.temperature + 1, at / 95);
    const effort = -0.9 * (day.movement.effort[minute] ?? 0);
    return (
      Math.round(10 * clamp(level + inBed + 0.45 * clock + room + effort + 0.08 * normal(seed, channel.temperature + 2, at), 27, 39.5)) / 10
    );
  };
}

/** Skin conductance at rest and in effort, µS to a hundredth: 1 to 20 with slow waves (Boucsein, Electrodermal Activity, 2nd ed.). */
export function skinConductances(member: SyntheticMember, day: Day): (minute: number) => number {
  const { seed } = member;
  const level = 2.4 + 1.1 * drift(seed, channel.temperature + 3, day.number / 7);
  return (minute) => {
    const at = day.startMs / 60_000 + minute;
    const waves = 0.7 * drift(seed, channel.temperature + 4, at / 40) + 0.2 * normal(seed, channel.temperature + 5, at);
    const effort = 5 * (day.movement.effort[minute] ?? 0);
    const asleep = (day.stage[minute] ?? 0) > 1 ? 0.6 : 1;
    return Math.round(100 * clamp((level + waves + effort + 0.8 * day.effects.fever) * asleep, 0.2, 18)) / 100;
  };
}
