/**
 * Body mass index in kg/m² (Quetelet; World Health Organization, Technical Report Series 894, 2000): weight over the square of
 * height. Null unless both are known and above zero. The index is meant for adults and says nothing of what the weight is made of.
 */
export function bodyMassIndex(weightKg: number | null, heightM: number | null): number | null {
  if (weightKg === null || heightM === null || !(weightKg > 0) || !(heightM > 0)) return null;
  return weightKg / (heightM * heightM);
}
