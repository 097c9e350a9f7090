import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import styles from '../timeline.module.css';
import type { TimelineTab, ToldEntry } from '../told/told-entry.ts';
import { TimelineRow } from './timeline-row.tsx';

/** An entry with how it is told. */
export interface ToldRow {
  readonly entry: TimelineEntry;
  readonly told: ToldEntry;
}

interface TimelineDaysProps {
  readonly memberId: string;
  readonly rows: readonly ToldRow[];
  readonly zone: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** What can be opened beside the page. */
  readonly tabs: readonly string[];
  readonly onOpen: (tab: TimelineTab) => void;
}

/** Entries by the calendar days of the member, the newest first. */
export function TimelineDays({ memberId, rows, zone, now, tabs, onOpen }: TimelineDaysProps) {
  const { t, i18n } = useTranslation('patientTimeline');
  const today = calendarDay(now / 1000, zone);
  const heading = (day: number) => {
    const at = day * 86_400_000;
    const isThisYear = new Date(at).getUTCFullYear() === new Date(today * 86_400_000).getUTCFullYear();
    const date = new Intl.DateTimeFormat(localeOf(i18n.language), {
      ...{ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
      ...(!isThisYear && { year: 'numeric' }),
    }).format(at);
    if (day === today) return `${t('today')} · ${date}`;
    return day === today - 1 ? `${t('yesterday')} · ${date}` : date;
  };
  return [...Map.groupBy(rows, ({ entry }) => calendarDay(entry.at / 1000, zone))].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={styles.heading}>
        {heading(day)}
      </h2>
      <ol className={styles.rows}>
        {ofDay.map(({ entry, told }) => (
          <TimelineRow
            key={entry.id}
            memberId={memberId}
            at={entry.at}
            zone={zone}
            told={told}
            onOpen={told.tab && tabs.includes(told.tab) ? onOpen : null}
          />
        ))}
      </ol>
    </section>
  ));
}
