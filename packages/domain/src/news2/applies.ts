/** Whom the score is not for; `age_unknown`: it is given, and says that nobody knows whether it may be read. */
export type News2Applies = 'yes' | 'age_unknown' | 'under_16' | 'pregnancy';

/** The score is not for children under 16 nor in pregnancy (Royal College of Physicians 2017). */
export function news2Applies(ageYears: number | null, isPregnant: boolean): News2Applies {
  if (isPregnant) return 'pregnancy';
  if (ageYears === null) return 'age_unknown';
  return ageYears < 16 ? 'under_16' : 'yes';
}
