import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Measure } from '@vigil/domain/facts/measures';
import { headUnit, measureOfRow } from '../measure-reading.ts';
import type { PanelShown } from '../panel-columns.tsx';
import { MeasureCell } from './measure-cell.tsx';
import styles from './member-card.module.css';

type MeasureReadingsProps = Pick<PanelShown, 'units' | 'now' | 'withAges' | 't'> & {
  readonly row: MemberRow;
  readonly shownMeasures: readonly Measure[];
};

/** Measures of a member on a card, each under its name. */
export function MeasureReadings({ row, shownMeasures, units, now, withAges, t }: MeasureReadingsProps) {
  if (shownMeasures.length === 0) return null;
  return (
    <span className={styles.readings}>
      {shownMeasures.map((measure) => (
        <span key={measure.id} className={styles.reading}>
          <span className={styles.label}>{measure.label}</span>
          <MeasureCell
            label={measure.label}
            unit={headUnit(measure, units)}
            shown={measureOfRow(row, measure, units, t)}
            nowSeconds={now / 1000}
            withUnit
            withAge={withAges}
          />
        </span>
      ))}
    </span>
  );
}
