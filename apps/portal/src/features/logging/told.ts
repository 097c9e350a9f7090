import type { Activity } from '@vigil/contract/activities.contract';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { roundTo } from '@vigil/domain/units/rounding';
import { displayDecimals, displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { kindOfType } from './log-kinds.ts';

/** How activities are told: what it was, and what belongs to it. */
export interface Told {
  readonly what: string;
  readonly more: string | null;
}

/** A kept value in the person's unit, with the unit. */
export function valueTold(metric: MetricId, kept: number, units: Units, locale: string): string {
  const about = catalogue[metric];
  const value = roundTo(displayValue(about, kept, units), displayDecimals(about, units));
  return `${new Intl.NumberFormat(locale).format(value)} ${displayUnit(about, units)}`;
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
