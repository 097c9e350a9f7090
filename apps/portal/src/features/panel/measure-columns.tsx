import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Measure } from '@vigil/domain/facts/measures';
import type { Column } from '#ui/data-table.tsx';
import { MeasureCell } from './components/measure-cell.tsx';
import { headUnit, measureOfRow } from './measure-reading.ts';
import { memberColumn, type PanelShown } from './panel-columns.tsx';

/** The columns of a panel by measure: who it is, and each measure under its name and unit. */
export function measureColumns(measures: readonly Measure[], shown: PanelShown): readonly Column<MemberRow>[] {
  return [memberColumn(shown), ...furtherColumns(measures, shown)];
}

/** The measures by themselves. */
export function furtherColumns(measures: readonly Measure[], shown: PanelShown): readonly Column<MemberRow>[] {
  return measures.map((measure) => columnOf(measure, shown));
}

function columnOf(measure: Measure, { units, now, withAges, t }: PanelShown): Column<MemberRow> {
  const unit = headUnit(measure, units);
  return {
    id: measure.id,
    header: measure.label,
    ...(unit && { unit }),
    ...(measure.type === 'measure' && { align: 'end' }),
    sort: measure.id,
    cell: (row) => (
      <MeasureCell
        label={measure.label}
        unit={unit}
        shown={measureOfRow(row, measure, units, t)}
        nowSeconds={now / 1000}
        withAge={withAges}
      />
    ),
  };
}
