const numeral = /^[-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
const thousands = /^[-+−]?[1-9]\d{0,2},\d{3}$/;

/** Whether a comma may stand for thousands as well as for the point: 2,000 is two to some and two thousand to others. */
export const mayMeanThousands = (text: string): boolean => thousands.test(text.trim());

/** A number as it is typed, with a point or a comma; NaN where it is none, and where its comma may stand for thousands. */
export function typedNumber(text: string): number {
  const trimmed = text.trim();
  return numeral.test(trimmed) && !mayMeanThousands(trimmed) ? Number(trimmed.replace(',', '.').replace('−', '-')) : Number.NaN;
}
