import type { NewActivity } from '@vigil/contract/activities.forms';
import {
  longestActivityText,
  longestActivityTitle,
  longestWorkoutMinutes,
  type MealType,
  type MedicationFrequency,
} from '@vigil/contract/activities.values';
import { doubtOf, isPressure, meantInstead, type TypedMetric } from '@vigil/domain/activities/measures';
import { allowedClockSkewSeconds, catalogue } from '@vigil/domain/metrics/catalogue';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import { convertedDecimals, roundTo } from '@vigil/domain/units/rounding';
import { displayUnit, displayValue, typedValue, type Units } from '@vigil/domain/units/unit-system';
import type { LogDraft } from './log-drafts.ts';
import { kindsOfLogs, type LogKind } from './log-kinds.ts';

/** What is wrong with a field: a key of the messages below `fault`, with its figures. */
export interface Fault {
  readonly key: 'empty' | 'noText' | 'noNumber' | 'bounds' | 'order' | 'minutes' | 'tooLong' | 'noTime' | 'future';
  readonly low?: number;
  readonly high?: number;
  readonly max?: number;
  readonly unit?: string;
}
export type Faults = Readonly<Partial<Record<string, Fault>>>;

/** The measured values of each kind, in the order of their fields. */
export const measuredBy: Readonly<Record<LogKind, readonly TypedMetric[]>> = {
  weight: ['weight'],
  pressure: ['systolic', 'diastolic'],
  glucose: ['glucose'],
  meal: [],
  medication: [],
  workout: [],
};

const numeral = /^[0-9]{1,4}([.,][0-9]{1,2})?$/;

/** A number as it is typed, with a point or a comma; null for anything else. */
export function typedNumber(text: string | undefined): number | null {
  const trimmed = (text ?? '').trim();
  return numeral.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}

/** Ends of what can be, in the person's units: whole numbers within them, tenths of mmol/L. */
export function boundsOf(metric: TypedMetric, units: Units): readonly [low: number, high: number] {
  const [low, high] = catalogue[metric].plausible.map((value) => displayValue(catalogue[metric], value, units)) as [number, number];
  const scale = displayUnit(catalogue[metric], units) === 'mmol/L' ? 10 : 1;
  return [Math.ceil(low * scale) / scale, Math.floor(high * scale) / scale];
}

/** A typed value in the metric's own unit; null where none is typed. */
export function valueIn(metric: TypedMetric, { values, units }: Pick<LogDraft, 'values' | 'units'>): number | null {
  const typed = typedNumber(values[metric]);
  if (typed === null) return null;
  return roundTo(typedValue(catalogue[metric], typed, units), convertedDecimals);
}

/** What would be refused, by field. */
export function faultsOf(draft: LogDraft, zone: string, nowMs: number): Faults {
  const { kind, values, date, time } = draft;
  const faults: Record<string, Fault> = {};
  for (const metric of measuredBy[kind]) {
    const [low, high] = boundsOf(metric, draft.units);
    const value = valueIn(metric, draft);
    if ((values[metric] ?? '').trim() === '') faults[metric] = { key: 'empty' };
    else if (value === null) faults[metric] = { key: 'noNumber' };
    else if (doubtOf(metric, value, null) === 'impossible')
      faults[metric] = { key: 'bounds', low, high, unit: displayUnit(catalogue[metric], draft.units) };
  }
  const [systolic, diastolic] = [valueIn('systolic', draft), valueIn('diastolic', draft)];
  if (kind === 'pressure' && systolic !== null && diastolic !== null && !isPressure(systolic, diastolic))
    faults.diastolic ??= { key: 'order' };
  if (kind === 'medication' || kind === 'workout') {
    const length = (values.title ?? '').trim().length;
    if (length === 0) faults.title = { key: 'noText' };
    else if (length > longestActivityTitle) faults.title = { key: 'tooLong', max: longestActivityTitle };
  }
  if ((values.note ?? '').trim().length > longestActivityText) faults.note = { key: 'tooLong', max: longestActivityText };
  if (kind === 'workout' && (values.minutes ?? '') !== '') {
    const minutes = typedNumber(values.minutes);
    if (minutes === null || !Number.isInteger(minutes) || minutes < 1 || minutes > longestWorkoutMinutes)
      faults.minutes = { key: 'minutes', high: longestWorkoutMinutes };
  }
  const isTime = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date) && /^[0-9]{2}:[0-9]{2}$/.test(time);
  if (!isTime) faults.time = { key: 'noTime' };
  else if (momentOfWallTime(date, time, zone) > nowMs / 1000 + allowedClockSkewSeconds) faults.time = { key: 'future' };
  return faults;
}

export interface Doubt {
  readonly metric: TypedMetric;
  readonly about: 'unlikely' | 'changed' | 'concern';
  /** What was typed: names the value that is asked about. */
  readonly typed: string;
}

/** What is possible and rare, so that it is asked about once. `lastWeightKg`: of the last month; null where there is none. */
export function doubtAbout(draft: LogDraft, lastWeightKg: number | null): Doubt | null {
  for (const metric of measuredBy[draft.kind]) {
    const value = valueIn(metric, draft);
    const about = value === null ? null : doubtOf(metric, value, lastWeightKg);
    const typed = measuredBy[draft.kind].map((one) => draft.values[one]).join('/');
    if ((about === 'unlikely' || about === 'changed') && draft.confirmed !== typed) return { metric, about, typed };
  }
  return null;
}

/** What a doubtful number was probably meant as: the words for it, and the draft with it taken so, which is asked about no more. */
export interface Meant {
  readonly words: string;
  readonly draft: LogDraft;
}

export function meantBy(metric: TypedMetric, { doubt: _, ...draft }: LogDraft, lastWeightKg: number | null): Meant | null {
  const value = valueIn(metric, draft);
  const meant = value === null ? null : meantInstead(metric, value, lastWeightKg, draft.units);
  const typed = (draft.values[metric] ?? '').trim();
  return meant && { words: `${typed} ${meant.unit}`, draft: { ...draft, units: meant.units, confirmed: draft.values[metric] ?? null } };
}

/** The body that is sent; the draft has no faults. */
export function activityOf(draft: LogDraft): NewActivity & { readonly id: string } {
  const { id, kind, values, time } = draft;
  const measured = measuredBy[kind].map((metric) => [metric, valueIn(metric, draft)] as const);
  const minutes = typedNumber(values.minutes);
  return {
    id,
    activityType: kindsOfLogs[kind].type,
    status: values.status === 'SKIPPED' ? 'SKIPPED' : 'DONE',
    when: { time },
    title: values.title?.trim() || null,
    description: values.note?.trim() || null,
    schedule: values.frequency ? { frequency: values.frequency as MedicationFrequency } : null,
    activityDetails: {
      ...Object.fromEntries(measured.filter(([, value]) => value !== null)),
      ...(kind === 'meal' && { mealType: (values.mealType ?? 'LUNCH') as MealType }),
      ...(values.imageUrl && { imageUrl: values.imageUrl }),
      ...(kind === 'workout' && minutes !== null && { durationMinutes: minutes }),
    },
  };
}

/** The day of a draft as the call takes it: MM-dd-yyyy. */
export const dayOf = ({ date }: Pick<LogDraft, 'date'>): string => `${date.slice(5)}-${date.slice(0, 4)}`;
