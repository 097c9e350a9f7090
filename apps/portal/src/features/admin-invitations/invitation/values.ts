import type { MailLanguage } from '@vigil/contract/configurator.values';
import type { sexes } from '@vigil/contract/registry.values';
import { orderSource, type Realm } from '@vigil/contract/user-admin.values';
import type { Role } from '@vigil/domain/roles';
import { feetAndInchesToMeters, kilogramsToPounds, metersToFeetAndInches, poundsToKilograms } from '@vigil/domain/units/conversions';
import { convertedDecimals, roundTo } from '@vigil/domain/units/rounding';
import type { UnitSystem } from '@vigil/domain/units/unit-system';

/** Fields of the form that are typed, as they are typed. */
const textFields = [
  'email',
  'phoneNumber',
  'title',
  'givenName',
  'middleNames',
  'familyName',
  'dateOfBirth',
  'sex',
  'gender',
  'streetAddress',
  'city',
  'state',
  'zip',
  'countryCode',
  'countryName',
  'mrn',
  'employeeId',
  'timezone',
  'language',
  'role',
  'feet',
  'inches',
  'centimeters',
  'pounds',
  'kilograms',
] as const;
export type TextField = (typeof textFields)[number];

/** An invitation as it stands in the form. Height and weight are in the fields of `units`. */
export type InvitationValues = Record<TextField, string> & {
  readonly units: UnitSystem;
  readonly qhcp: boolean;
  readonly isAdministrator: boolean;
};

export const emptyValues = (units: UnitSystem): InvitationValues => ({
  ...(Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string>),
  units,
  qhcp: false,
  isAdministrator: false,
});

export const isEmpty = (values: InvitationValues): boolean =>
  !values.qhcp && !values.isAdministrator && textFields.every((field) => values[field].trim() === '');

/** What is sent. A height or weight that is no number is sent as none can be, so that the check names it. */
export function payloadOf(values: InvitationValues, realm: Realm, id: string) {
  const { units, role, isAdministrator, feet, inches, centimeters, pounds, kilograms, qhcp, ...texts } = values;
  const imperial = units === 'imperial';
  const height = imperial ? heightOf(feet, inches) : scaled(centimeters, (cm) => cm / 100);
  const weight = imperial ? scaled(pounds, poundsToKilograms) : scaled(kilograms, (kg) => kg);
  const staffRoles = [...(isAdministrator ? ['tenant_admin'] : []), ...(role ? [role] : [])] as Role[];
  return {
    ...(Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null])) as Record<
      keyof typeof texts,
      string | null
    >),
    email: texts.email,
    givenName: texts.givenName,
    familyName: texts.familyName,
    sex: (texts.sex || null) as (typeof sexes)[number] | null,
    language: (texts.language || null) as MailLanguage | null,
    id,
    roles: realm === 'patient' ? (['patient'] as Role[]) : staffRoles,
    height: kept(height),
    heightDisplayUnits: height === null ? null : imperial ? ('FOOT+INCH' as const) : ('CENTIMETER' as const),
    weight: kept(weight),
    weightDisplayUnits: weight === null ? null : imperial ? ('POUND' as const) : ('KILOGRAM' as const),
    password: null,
    qhcp,
    triggerInvitation: realm === 'care',
    orderSource: orderSource as 'ADMIN_PORTAL',
  };
}

/**
 * The same person in the other units. What was typed is converted, what is no number stays where it was, and what nobody has
 * edited since the last change of units is again what was typed: rounding there and back would make 180 cm 180.3.
 */
export function inUnits(values: InvitationValues, units: UnitSystem): InvitationValues {
  if (values.units === units) return values;
  const [to, back] = units === 'metric' ? [metricOf, imperialOf] : [imperialOf, metricOf];
  const [converted, earlier] = [to(values), back(values)];
  const isUntouched = (fields: readonly Measure[]) =>
    fields.every((field) => earlier[field] === undefined || earlier[field] === values[field]);
  return {
    ...values,
    ...(isUntouched(heightFields) ? {} : only(converted, heightFields)),
    ...(isUntouched(weightFields) ? {} : only(converted, weightFields)),
    units,
  };
}

const heightFields = ['feet', 'inches', 'centimeters'] as const;
const weightFields = ['pounds', 'kilograms'] as const;
type Measure = (typeof heightFields | typeof weightFields)[number];
type Measures = Partial<Record<Measure, string>>;
const only = (measures: Measures, fields: readonly Measure[]): Measures =>
  Object.fromEntries(fields.flatMap((field) => (measures[field] === undefined ? [] : [[field, measures[field]]])));

function metricOf({ feet, inches, pounds }: InvitationValues): Measures {
  const height = heightOf(feet, inches);
  return { centimeters: shown(height === null ? null : height * 100, 1), kilograms: shown(scaled(pounds, poundsToKilograms), 1) };
}

function imperialOf({ centimeters, kilograms }: InvitationValues): Measures {
  const height = scaled(centimeters, (cm) => cm / 100);
  const whole = height === null || Number.isNaN(height) ? null : metersToFeetAndInches(height);
  return {
    feet: whole ? String(whole.feet) : '',
    inches: whole ? String(whole.inches) : '',
    pounds: shown(scaled(kilograms, kilogramsToPounds), 1),
  };
}

/** Metres; null where nothing was typed, NaN where it is no height. */
function heightOf(feet: string, inches: string): number | null {
  if (feet.trim() === '' && inches.trim() === '') return null;
  const [whole, rest] = [numberIn(feet || '0'), numberIn(inches || '0')];
  return rest < 12 ? feetAndInchesToMeters(whole, rest) : Number.NaN;
}

function scaled(text: string, convert: (value: number) => number): number | null {
  return text.trim() === '' ? null : convert(numberIn(text));
}

const numberIn = (text: string): number =>
  /^\d{1,6}(?:[.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
const kept = (value: number | null): number | null => (value === null ? null : roundTo(value, convertedDecimals));
const shown = (value: number | null, digits: number): string =>
  value === null || Number.isNaN(value) ? '' : String(roundTo(value, digits));
