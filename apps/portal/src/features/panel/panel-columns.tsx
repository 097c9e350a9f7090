import { Link } from '@tanstack/react-router';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { ageInYears } from '#ui/age-in-words.ts';
import { BandStatusLabel } from '#ui/chips.tsx';
import table from '#ui/data-table.module.css';
import type { Column, JoinedColumns } from '#ui/data-table.tsx';
import { type ColumnId, measureColumns } from './columns.ts';
import { AttentionCell } from './components/attention-cell.tsx';
import { Origin, UnusualStatus } from './components/member-chips.tsx';
import styles from './components/member-table.module.css';
import { ReadingCell } from './components/reading-cell.tsx';
import { SilentMeasures } from './components/silent-measures.tsx';
import { SyncAge } from './components/sync-age.tsx';
import type { PanelSearch } from './panel-search.ts';
import { readingOf, silentSince, unitOf } from './reading.ts';

export interface PanelShown {
  /** The measures chosen, in their order. */
  readonly measures: readonly ColumnId[];
  readonly units: Units;
  /** Unix milliseconds. */
  readonly now: number;
  /** There is room for the record number. */
  readonly withMrn: boolean;
  /** Every reading with its age and source beside it. */
  readonly withAges: boolean;
  /** Who is synthetic is told in each row; otherwise it is said once of all. */
  readonly withOrigin: boolean;
  /** Changes against the members' own days could not be judged. */
  readonly withoutTrends: boolean;
  readonly t: TFunction<['panel', 'ui']>;
}

type PanelColumn = Column<MemberRow, PanelSearch['sort']>;

/** Who it is: the name opens the member's page, and an unusual status stands beside it. */
export function memberColumn({ t, withOrigin }: Pick<PanelShown, 't' | 'withOrigin'>): PanelColumn {
  return {
    id: 'member',
    header: t('member'),
    sort: 'lastName',
    cell: (row) => <MemberName row={row} withOrigin={withOrigin} />,
  };
}

/** The columns of the built-in panel: who it is, why to look, the measures chosen, the band. The server writes its file (`fileColumns`). */
export function panelColumns(shown: PanelShown): readonly PanelColumn[] {
  const { t, now, units, withMrn, withAges, withoutTrends, measures } = shown;
  const nowSeconds = now / 1000;
  return [
    memberColumn(shown),
    {
      id: 'attention',
      header: t('attention'),
      longHeader: t('attentionLong'),
      sort: 'attention',
      descendingFirst: true,
      cell: (row) => <AttentionCell row={row} withoutTrends={withoutTrends} units={units} nowSeconds={nowSeconds} />,
    },
    { id: 'ageSex', header: t('ageSex'), sort: 'age', value: (row) => ageAndSex(row, now, t) },
    ...(withMrn ? [{ id: 'mrn', header: t('mrn'), className: styles.mrn, cell: (row: MemberRow) => row.data.mrn ?? '–' }] : []),
    ...measures.map((measure) => measureColumn(measure, shown)),
    {
      id: 'band',
      header: t('band'),
      sort: 'battery',
      cell: (row) => <BandStatusLabel band={row.band} nowSeconds={nowSeconds} withAge={withAges} />,
    },
    {
      id: 'lastSync',
      header: t('lastSync'),
      sort: 'lastSync',
      cell: (row) => <SyncAge at={row.band.lastSync} nowSeconds={nowSeconds} zone={row.data.timezone} origin={row.dataOrigin} inShort />,
    },
  ];
}

/** A measure's latest reading. */
function measureColumn(measure: ColumnId, { t, now, units, withAges }: PanelShown): PanelColumn {
  const nowSeconds = now / 1000;
  return {
    id: measure,
    header: t(`measure.${measure}`),
    longHeader: t(`measureLong.${measure}`),
    unit: unitOf(measure, units),
    align: 'end',
    sort: measureColumns[measure].sort,
    cell: (row) => (
      <ReadingCell column={measure} reading={readingOf(row, measure, nowSeconds, units)} nowSeconds={nowSeconds} withAge={withAges} />
    ),
  };
}

// The name is the link; a click elsewhere in the row is only a larger target for it (useRowKeys).
function MemberName({ row, withOrigin }: { readonly row: MemberRow; readonly withOrigin: boolean }) {
  return (
    <span className={styles.member}>
      <Link to="/patient/$memberId/summary" params={{ memberId: row.user_id }} className={table.rowLink} data-row-link="">
        {nameOf(row)}
      </Link>
      <UnusualStatus row={row} />
      <Origin row={row} saidOnce={!withOrigin} />
    </span>
  );
}

/** The measures of a member of whom nothing new is known, said as one. */
export function silentMeasures({ measures, now }: Pick<PanelShown, 'measures' | 'now'>): JoinedColumns<MemberRow> {
  const nowSeconds = now / 1000;
  return {
    columns: measures,
    cell: (row) => {
      const since = silentSince(row, measures, nowSeconds);
      return since === null ? null : <SilentMeasures since={since} nowSeconds={nowSeconds} origin={row.dataOrigin} />;
    },
  };
}

export const nameOf = ({ data }: Pick<MemberRow, 'data'>) => `${data.firstName} ${data.lastName}`;

const shownSexes = ['male', 'female', 'intersex', 'non-binary', 'transgender'] as const;

/** `64 F`; whichever is not recorded is left out, and an en dash stands where neither is. */
export function ageAndSex(row: Pick<MemberRow, 'data'>, now: number, t: TFunction<['panel', 'ui']>): string {
  const age = ageInYears(row.data.birthday, new Date(now));
  const sex = shownSexes.find((each) => each === row.data.sex);
  return [age, sex && t(`ui:sexShort.${sex}`)].filter((part) => part !== null && part !== undefined).join(' ') || '–';
}
