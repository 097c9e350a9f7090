import type { SyntheticMember } from './member.ts';
import { metsOf } from './movement.ts';

/** Basal energy, kcal in 15 minutes (Mifflin et al., Am J Clin Nutr 1990;51:241). */
export function basalCalories(member: SyntheticMember, weightKg: number): number {
  const perDay = 10 * weightKg + 625 * member.heightM - 5 * member.ageYears + (member.sex === 'female' ? -161 : 5);
  return Math.round((10 * perDay) / 96) / 10;
}

/** What a minute of movement takes beyond rest, kcal: 3.5 ml of oxygen per kilogram and MET (ACSM's Guidelines, 10th ed.). */
export function movementCalories(weightKg: number, stepsPerMinute: number): number {
  return Math.round(10 * (((metsOf(stepsPerMinute) - 1) * 3.5 * weightKg) / 200)) / 10;
}
