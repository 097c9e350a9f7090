import type { Conditions } from '@vigil/domain/cohorts/conditions';
import { conditionsOf, filterOf } from '@vigil/domain/cohorts/conditions';
import { measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { typedOf, typedScale } from '#lib/typed-filter.ts';

export type Translate = TFunction<['cohorts', 'ui']>;

const bandWords = ['wearing', 'removed', 'charging'] as const;
const sexWords = ['male', 'female', 'intersex', 'non-binary', 'transgender'] as const;

/** A word of a fact as people read it. */
export function wordOf(fact: string, word: string, t: Translate): string {
  const band = fact === 'band_status' ? bandWords.find((one) => one === word) : undefined;
  if (band) return t(`ui:band.${band}`);
  const sex = fact === 'gender' ? sexWords.find((one) => one === word) : undefined;
  return sex ? t(`sex.${sex}`) : word === 'yes' ? t('yes') : word;
}

/** `Age ≥ 65 years and (Weight ≥ 100 kg or BMI ≥ 30 kg/m²)`. */
export function conditionsInWords(groups: Conditions, units: Units, t: Translate): string {
  return groups
    .map((group) => {
      const any = conditionsOf(group).map((condition) => {
        const measure = measureOf(condition.fact);
        if (!measure) return condition.fact;
        const { low, high, words } = typedOf(filterOf(condition), units);
        // A diagnosis says all with its name.
        if (measure.type === 'value' && measure.values.length === 1) return measure.label;
        if (measure.type === 'value')
          return `${measure.label}: ${words.map((word) => wordOf(measure.id, word, t)).join(` ${t('or')} `) || '…'}`;
        const { unit } = typedScale(measure, units);
        const range = low && high ? `${low}–${high}` : low ? `≥ ${low}` : high ? `≤ ${high}` : '…';
        return `${measure.label} ${range} ${unit}`.trim();
      });
      return any.length > 1 ? `(${any.join(` ${t('or')} `)})` : (any[0] ?? '');
    })
    .join(` ${t('and')} `);
}
