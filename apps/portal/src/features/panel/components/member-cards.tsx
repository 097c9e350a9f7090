import Skeleton from '@mui/material/Skeleton';
import { Link } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { BandStatusLabel, OriginChip, StatusChip } from '#ui/chips.tsx';
import list from '#ui/list-screen.module.css';
import { places } from '#ui/skeleton-rows.tsx';
import { ageAndSex } from '../panel-csv.ts';
import type { PanelView } from '../panel-search.ts';
import { readingOf } from '../reading.ts';
import styles from './member-cards.module.css';
import { ReadingCell } from './reading-cell.tsx';
import { SyncAge } from './sync-age.tsx';

interface MemberCardsProps {
  readonly view: PanelView;
  readonly rows: readonly MemberRow[] | undefined;
  readonly units: UnitSystem;
  readonly now: number;
}

/** The same list on a narrow screen. */
export function MemberCards({ view, rows, units, now }: MemberCardsProps) {
  const { t } = useTranslation('panel');
  return (
    <ul className={list.cards} aria-label={t('cardsLabel')} aria-busy={!rows}>
      {rows
        ? rows.map((row) => <MemberCard key={row.user_id} row={row} view={view} units={units} now={now} />)
        : places(6).map((place) => <Skeleton key={place} component="li" variant="rounded" height={156} />)}
    </ul>
  );
}

interface MemberCardProps {
  readonly row: MemberRow;
  readonly view: PanelView;
  readonly units: UnitSystem;
  readonly now: number;
}

function MemberCard({ row, view, units, now }: MemberCardProps) {
  const { t } = useTranslation(['panel', 'ui']);
  const nowSeconds = now / 1000;
  return (
    <li>
      <Link to="/patient/$memberId/data" params={{ memberId: row.user_id }} className={styles.card} data-row-link="">
        <span className={styles.head}>
          <span className={styles.name}>
            {row.data.firstName} {row.data.lastName}
          </span>
          <span className={styles.muted}>{ageAndSex(row, now, t)}</span>
          <StatusChip status={row.accountStatus} />
        </span>
        <span className={styles.readings}>
          {view.columns.map((column) => (
            <span key={column} className={styles.reading}>
              <span className={styles.label}>{t(`measure.${column}`)}</span>
              <ReadingCell
                column={column}
                reading={readingOf(row, column, nowSeconds, units)}
                nowSeconds={nowSeconds}
                withUnit
                withAge={view.ages}
              />
            </span>
          ))}
        </span>
        <span className={styles.foot}>
          <BandStatusLabel band={row.band} nowSeconds={nowSeconds} withAge={view.ages} />
          <SyncAge at={row.band.lastSync} nowSeconds={nowSeconds} />
          <OriginChip origin={row.dataOrigin} />
        </span>
      </Link>
    </li>
  );
}
