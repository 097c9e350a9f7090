/**
 * Conversions between the units that Vigil keeps (metric system) and those that people and devices use.
 * Pure and unrounded: rounding is the edge's decision, with `roundTo`.
 */

/** Pounds (avoirdupois) in a kilogram. Factor of the specification. */
export const poundsPerKilogram = 2.20462262185;
/** Centimetres in an inch, exact by international agreement. */
export const centimetersPerInch = 2.54;
const inchesPerFoot = 12;
/**
 * mg/dL of glucose in one mmol/L: the factor that glucose meters' software uses. It lies within 0.015 % of the molar
 * mass of glucose (180.156 g/mol, IUPAC), far below the precision of any meter (ISO 15197).
 */
export const glucoseMgDlPerMmolL = 18.0182;
/** Kilojoules in a (thermochemical) kilocalorie, exact: ISO 80000-5. */
export const kilojoulesPerKilocalorie = 4.184;
/** Millimetres of mercury in a kilopascal: UCUM defines m[Hg] as 133.322 kPa. */
export const mmHgPerKilopascal = 1 / 0.133322;

export const kilogramsToPounds = (weightKg: number): number => weightKg * poundsPerKilogram;
export const poundsToKilograms = (weightLb: number): number => weightLb / poundsPerKilogram;

export const centimetersToInches = (lengthCm: number): number => lengthCm / centimetersPerInch;
export const inchesToCentimeters = (lengthIn: number): number => lengthIn * centimetersPerInch;

/** Feet and whole inches nearest to a height, so that 1.8288 m is 6 ft 0 in and never 5 ft 12 in. */
export function metersToFeetAndInches(heightM: number): { readonly feet: number; readonly inches: number } {
  const inches = Math.round(centimetersToInches(heightM * 100));
  return { feet: Math.floor(inches / inchesPerFoot), inches: inches % inchesPerFoot };
}

export function feetAndInchesToMeters(feet: number, inches: number): number {
  return inchesToCentimeters(feet * inchesPerFoot + inches) / 100;
}

export const celsiusToFahrenheit = (temperatureC: number): number => (temperatureC * 9) / 5 + 32;
export const fahrenheitToCelsius = (temperatureF: number): number => ((temperatureF - 32) * 5) / 9;

export const glucoseMmolLToMgDl = (mmolPerL: number): number => mmolPerL * glucoseMgDlPerMmolL;
export const glucoseMgDlToMmolL = (mgPerDl: number): number => mgPerDl / glucoseMgDlPerMmolL;

export const kilocaloriesToKilojoules = (energyKcal: number): number => energyKcal * kilojoulesPerKilocalorie;
export const kilojoulesToKilocalories = (energyKj: number): number => energyKj / kilojoulesPerKilocalorie;

export const kilopascalsToMmHg = (pressureKpa: number): number => pressureKpa * mmHgPerKilopascal;
export const mmHgToKilopascals = (pressureMmHg: number): number => pressureMmHg / mmHgPerKilopascal;
