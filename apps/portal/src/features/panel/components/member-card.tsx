import { Link } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Measure } from '@vigil/domain/facts/measures';
import { useTranslation } from 'react-i18next';
import { BandStatusLabel } from '#ui/chips.tsx';
import { ageAndSex, nameOf, type PanelShown, silentMeasures } from '../panel-columns.tsx';
import { readingOf } from '../reading.ts';
import { AttentionCell, isNotFullyChecked } from './attention-cell.tsx';
import { MeasureReadings } from './measure-readings.tsx';
import styles from './member-card.module.css';
import { Origin, UnusualStatus } from './member-chips.tsx';
import { ReadingCell } from './reading-cell.tsx';
import { SyncAge } from './sync-age.tsx';

type MemberCardProps = Pick<PanelShown, 'measures' | 'units' | 'now' | 'withAges' | 'withOrigin' | 'withoutTrends' | 't'> & {
  readonly row: MemberRow;
  /** What the chosen cohort shows of each member besides. */
  readonly further: readonly Measure[];
};

/** A row of the panel on a narrow screen. */
export function MemberCard({ row, further, measures, units, now, withAges, withOrigin, withoutTrends, t: both }: MemberCardProps) {
  const { t } = useTranslation('panel');
  const nowSeconds = now / 1000;
  const silent = silentMeasures({ measures, now }).cell(row);
  return (
    <li>
      <Link to="/patient/$memberId/summary" params={{ memberId: row.user_id }} className={styles.card} data-row-link="">
        <span className={styles.head}>
          <span className={styles.name}>{nameOf(row)}</span>
          <span className={styles.muted}>{ageAndSex(row, now, both)}</span>
          <UnusualStatus row={row} />
        </span>
        {(row.attention.length > 0 || isNotFullyChecked(row, withoutTrends)) && (
          <AttentionCell row={row} withoutTrends={withoutTrends} units={units} nowSeconds={nowSeconds} />
        )}
        {silent === null ? (
          <span className={styles.readings}>
            {measures.map((measure) => (
              <span key={measure} className={styles.reading}>
                <span className={styles.label}>{t(`measure.${measure}`)}</span>
                <ReadingCell
                  column={measure}
                  reading={readingOf(row, measure, nowSeconds, units)}
                  nowSeconds={nowSeconds}
                  withUnit
                  withAge={withAges}
                />
              </span>
            ))}
          </span>
        ) : (
          silent
        )}
        <MeasureReadings row={row} shownMeasures={further} units={units} now={now} withAges={withAges} t={both} />
        <span className={styles.foot}>
          <BandStatusLabel band={row.band} nowSeconds={nowSeconds} withAge={withAges} />
          <SyncAge at={row.band.lastSync} nowSeconds={nowSeconds} zone={row.data.timezone} origin={row.dataOrigin} />
          <Origin row={row} saidOnce={!withOrigin} />
        </span>
      </Link>
    </li>
  );
}
