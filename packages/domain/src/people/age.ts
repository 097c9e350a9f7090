/** Whole years between a birth date and a day, both as yyyy-MM-dd; who is born on February 29 comes of age on March 1. Null for the unborn. */
export function ageYears(birthDate: string, today: string): number | null {
  if (birthDate.length !== today.length) return null;
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const age = today.slice(5) < birthDate.slice(5) ? years - 1 : years;
  return Number.isInteger(age) && age >= 0 ? age : null;
}
