import { Link } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Measure } from '@vigil/domain/facts/measures';
import { nameOf, type PanelShown } from '../panel-columns.tsx';
import { MeasureReadings } from './measure-readings.tsx';
import styles from './member-card.module.css';
import { Origin, UnusualStatus } from './member-chips.tsx';

type MeasureCardProps = Pick<PanelShown, 'units' | 'now' | 'withAges' | 'withOrigin' | 't'> & {
  readonly row: MemberRow;
  readonly shownMeasures: readonly Measure[];
};

/** A member of a panel by measure on a narrow screen. */
export function MeasureCard({ row, shownMeasures, units, now, withAges, withOrigin, t }: MeasureCardProps) {
  return (
    <li>
      <Link to="/patient/$memberId/data" params={{ memberId: row.user_id }} className={styles.card} data-row-link="">
        <span className={styles.head}>
          <span className={styles.name}>{nameOf(row)}</span>
          <span>
            <UnusualStatus row={row} /> <Origin row={row} saidOnce={!withOrigin} />
          </span>
        </span>
        <MeasureReadings row={row} shownMeasures={shownMeasures} units={units} now={now} withAges={withAges} t={t} />
      </Link>
    </li>
  );
}
