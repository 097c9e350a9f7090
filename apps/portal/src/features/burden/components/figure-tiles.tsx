import { useTranslation } from 'react-i18next';
import type { Burden, Figures } from '../api/burden.ts';
import styles from '../burden.module.css';
import { useFigureWords } from '../figure-words.ts';

/** The figures of everybody, each with what it is made of; beside the first two what is usual. */
export function FigureTiles({ burden, total }: { readonly burden: Burden; readonly total: Figures }) {
  const { t } = useTranslation('burden');
  const { number, share, duration } = useFigureWords();
  const { yardstick } = burden;
  const { notJudged } = total;
  const within = (seconds: number | null) => (seconds === null ? t('never') : t('p90', { time: duration(seconds) }));
  const judged = total.clinical + total.noise;
  const tiles: readonly (readonly [label: string, value: string, beside: string])[] = [
    [t('perWeek'), number(total.alertsPerMemberWeek), t('usual', { value: number(yardstick.alertsPerMemberWeek) })],
    [t('byHand'), number(total.byHandPerMemberWeek), t('usual', { value: number(yardstick.byHandPerMemberWeek) })],
    [t('precision'), share(total.precision), judged === 0 ? t('precisionNone') : t('precisionOf', { clinical: total.clinical, judged })],
    [t('acknowledged'), duration(total.acknowledged.medianSeconds), within(total.acknowledged.p90Seconds)],
    [t('intervened'), duration(total.intervened.medianSeconds), within(total.intervened.p90Seconds)],
    [t('perHour'), number(burden.alertsPerClinicianHour), t('hoursOf', { count: burden.clinicianHours ?? 0 })],
    [t('notJudged'), String(notJudged.expired + notJudged.closed + notJudged.unanswered), t('notJudgedOf', notJudged)],
    [t('repeats'), String(total.repeats), t('repeatsOf', { count: total.alerts })],
  ];
  return (
    <dl className={styles.tiles}>
      {tiles.map(([label, value, beside]) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.beside}>{beside}</dd>
        </div>
      ))}
    </dl>
  );
}
