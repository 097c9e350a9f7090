import type { Activity } from '@vigil/contract/activities.contract';
import { safeGlucose } from '@vigil/domain/activities/concern';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { roundTo } from '@vigil/domain/units/rounding';
import { decimalsApart, displayDecimals, displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { kindOfType } from './log-kinds.ts';

/** How activities are told: what it was, and what belongs to it. */
export interface Told {
  readonly what: string;
  readonly more: string | null;
}

/** A kept value in the person's unit, with the unit. `beside`: a limit that is named beside it, which it must not read the same as. */
export function valueTold(metric: MetricId, kept: number, units: Units, locale: string, beside?: number): string {
  const about = catalogue[metric];
  const decimals = beside === undefined ? displayDecimals(about, units) : decimalsApart(about, kept, beside, units);
  const value = roundTo(displayValue(about, kept, units), decimals);
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value)} ${displayUnit(about, units)}`;
}

/** A glucose that is too low, as it is told beside what it should be. */
export function useLowGlucoseTold(): (activity: Pick<Activity, 'activityDetails'>) => string {
  const { t, i18n } = useTranslation('logging');
  const units = useUnits();
  return ({ activityDetails: { glucose = 0 } }) =>
    `${t('kind.glucose')} ${valueTold('glucose', glucose, units, i18n.language, safeGlucose)}`;
}

export function useTold(): (activity: Activity) => Told {
  const { t, i18n } = useTranslation('logging');
  const units = useUnits();
  return ({ activityType, activityDetails: details, activities, title, description, status, schedule }) => {
    const kind = t(`kind.${kindOfType(activityType)}`);
    const items = [title, description, ...activities.flatMap((one) => [one.title, one.description])].filter(Boolean);
    if (activityType === 'LOGGING_WEIGHT')
      return { what: `${kind} ${valueTold('weight', details.weight ?? 0, units, i18n.language)}`, more: null };
    if (activityType === 'LOGGING_BLOOD_PRESSURE') return { what: `${kind} ${details.systolic}/${details.diastolic} mmHg`, more: null };
    if (activityType === 'LOGGING_GLUCOSE')
      return { what: `${kind} ${valueTold('glucose', details.glucose ?? 0, units, i18n.language)}`, more: null };
    if (activityType === 'LOGGING_FOOD') return { what: t(`meal.${details.mealType ?? 'LUNCH'}`), more: items.join(', ') || null };
    if (activityType === 'LOGGING_MEDICATION') {
      const often = schedule?.frequency ? t(`frequency.${schedule.frequency}`) : null;
      return { what: title ?? kind, more: [t(`status.${status}`), often, description].filter(Boolean).join(' · ') };
    }
    const minutes = details.durationMinutes === undefined ? null : t('minutes', { count: details.durationMinutes });
    return { what: title ?? kind, more: [minutes, description].filter(Boolean).join(' · ') || null };
  };
}
