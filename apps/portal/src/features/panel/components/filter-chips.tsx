import type { MeasureFilter } from '@vigil/domain/facts/measure-filter';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { typedOf, typedScale } from '#lib/typed-filter.ts';
import { Icon } from '#ui/icons.tsx';
import { wordOf } from '../measure-reading.ts';
import styles from './filter-chips.module.css';
import type { Narrowed } from './panel-filters.tsx';

interface FilterChipsProps extends Narrowed {
  readonly units: Units;
  /** The clinician by name; null where it is not known who that is. */
  readonly clinicianName: string | null;
  readonly onChange: (narrowed: Partial<Narrowed>) => void;
}

/** What narrows the list, in words, each taken away by itself. */
export function FilterChips({ filters, clinician, assignment, units, clinicianName, onChange }: FilterChipsProps) {
  const { t } = useTranslation(['panel', 'ui']);
  const chips = [
    ...(clinician
      ? [
          {
            id: 'clinician',
            label: clinician === 'me' ? t('mine') : t('of', { name: clinicianName ?? t('someClinician') }),
            less: { clinician: '' },
          },
        ]
      : []),
    ...(assignment === 'ALL' ? [] : [{ id: 'assignment', label: t(`assignment.${assignment}`), less: { assignment: 'ALL' as const } }]),
    ...filters.map((filter) => ({
      id: filter.measure.id,
      label: filterInWords(filter, units, t),
      less: { filters: filters.filter((one) => one !== filter) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('filters')}>
      {chips.map(({ id, label, less }) => (
        <li key={id}>
          <button type="button" className={styles.chip} aria-label={t('removeFilter', { filter: label })} onClick={() => onChange(less)}>
            {label}
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `Weight 154.3–200 lbs`, `Gender female or no value`. */
function filterInWords(filter: MeasureFilter, units: Units, t: TFunction<['panel', 'ui']>): string {
  const { measure, orMissing } = filter;
  const typed = typedOf(filter, units);
  const unit = measure.type === 'measure' ? typedScale(measure, units).unit : '';
  const range = typed.low && typed.high ? `${typed.low}–${typed.high}` : typed.low ? `≥ ${typed.low}` : typed.high ? `≤ ${typed.high}` : '';
  const asked = [
    ...(range ? [`${range} ${unit}`.trim()] : []),
    ...typed.words.map((word) => wordOf(measure.id, word, t)),
    ...(orMissing ? [t('noValue')] : []),
  ];
  return `${measure.label} ${asked.join(` ${t('or')} `)}`;
}
