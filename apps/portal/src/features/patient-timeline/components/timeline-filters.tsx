import { type TimelineFilter, timelineFilters } from '@vigil/contract/registry-timeline.values';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import styles from '../timeline.module.css';
import { type TimelineSearch, timelineRanges } from '../timeline-search.ts';

const icons: Readonly<Record<TimelineFilter, IconName>> = {
  alerts: 'alert',
  notes: 'note',
  messages: 'message',
  calls: 'phone',
  surveys: 'question',
  readings: 'ruler',
  programs: 'heart',
  tasks: 'check',
  team: 'members',
};

interface TimelineFiltersProps {
  readonly search: TimelineSearch;
  readonly kinds: readonly TimelineFilter[];
  /** Of the kinds that the reader may see; undefined while they are not known. */
  readonly counts: readonly { readonly kind: TimelineFilter; readonly count: number }[] | undefined;
  readonly onChange: (change: Partial<TimelineSearch>) => void;
}

/** What of the timeline is shown: any of the kinds, how far back, and what is searched for among the entries. */
export function TimelineFilters({ search, kinds, counts, onChange }: TimelineFiltersProps) {
  const { t } = useTranslation('patientTimeline');
  const toggled = (kind: TimelineFilter) =>
    timelineFilters.filter((one) => (one === kind ? !kinds.includes(one) : kinds.includes(one))).join(',');
  return (
    <div className={styles.tools}>
      <fieldset className={styles.chips}>
        <legend className="v-unseen">{t('kinds')}</legend>
        <button type="button" className={styles.chip} aria-pressed={kinds.length === 0} onClick={() => onChange({ kinds: '' })}>
          {t('all')}
        </button>
        {counts?.map(({ kind, count }) => (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={kinds.includes(kind)}
            aria-label={t('chip', { kind: t(`kind.${kind}`), count })}
            data-none={count === 0}
            onClick={() => onChange({ kinds: toggled(kind) })}
          >
            <Icon name={icons[kind]} size={12} />
            {t(`kind.${kind}`)} <span className={styles.count}>{count}</span>
          </button>
        ))}
      </fieldset>
      <div className={styles.narrow}>
        <SearchField value={search.q} onSearch={(q) => onChange({ q })} label={t('search')} placeholder={t('searchHint')} />
        <select
          className={styles.range}
          aria-label={t('range')}
          value={search.days}
          onChange={(event) => onChange({ days: timelineRanges.find((days) => days === Number(event.target.value)) ?? search.days })}
        >
          {timelineRanges.map((count) => (
            <option key={count} value={count}>
              {t('days', { count })}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
