import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { drawnMark } from '#charts/drawn-mark.ts';
import type { ChartInteraction } from '#charts/interaction.ts';
import { dayWriter, momentWriter } from '#charts/moment.ts';
import { isStep, type TimeSpan } from '#charts/series.ts';
import { valueAt } from '#charts/value-at.ts';
import { writeValue } from '#charts/write-value.ts';
import { figureAt } from '../panels/figure-at.ts';
import type { PanelFigures as Described, LegendEntry, Panel, TimePanel } from '../panels/panel.ts';
import styles from './panel-figures.module.css';

/** Steps from this long on are days or longer, and their time of day says nothing. Seconds. */
const longStepSeconds = 20 * 3600;

interface PanelFiguresProps {
  readonly panel: Panel;
  readonly described: Described | null;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly interaction: ChartInteraction;
  readonly locale: string;
}

/**
 * The legend that follows the cursor: figures of the stretch on screen while nobody points, the values at the cursor
 * while somebody does. Beside the chart, so that no floating box hides the data; lines keep their place either way.
 */
export function PanelFigures({ panel, described, span, zone, interaction, locale }: PanelFiguresProps): ReactNode {
  const { cursor } = interaction;
  const at = useSyncExternalStore(cursor.subscribe, cursor.get);
  const legend = panel.kind === 'time' ? panel.legend : [];
  const pointing = at !== null && panel.kind === 'time';
  const [first, ...others] = described?.figures ?? [];
  return (
    <div className={styles.figures} aria-hidden={pointing}>
      <div className={styles.main}>{pointing ? <AtCursor panel={panel} at={at} locale={locale} /> : first && <Value {...first} />}</div>
      <div className={styles.more}>
        {pointing ? (
          <WhenMeasured entry={legend[0]} at={at} span={span} zone={zone} locale={locale} />
        ) : (
          others.map((figure) => <Value key={figure.label + figure.value} {...figure} />)
        )}
      </div>
      {legend.length > 1 && (
        <ul className={styles.legend}>
          {legend.map((entry) => (
            <li key={entry.series.key}>
              <span
                className={styles.mark}
                data-mark={drawnMark(entry.mark, entry.series, span)}
                style={{ color: entry.color ?? `var(--v-${toneToken(entry)})` }}
                aria-hidden="true"
              />
              <span className={styles.name}>{entry.series.label}</span>
              <span className={styles.here}>{pointing ? textAt(entry, at, locale) : ''}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function AtCursor({ panel, at, locale }: { panel: TimePanel; at: number; locale: string }): ReactNode {
  const { t } = useTranslation('patientData');
  const figure = figureAt(panel, at, locale);
  if (figure === null) return <span className={styles.none}>–</span>;
  const [entry] = panel.legend;
  const point = entry === undefined ? null : valueAt(entry.series, at);
  const spread =
    panel.together === undefined && entry !== undefined && point?.low !== undefined && point.high !== undefined && point.low !== point.high;
  return (
    <>
      <Value {...figure} label={point?.soFar ? t('series.soFar') : figure.label} />
      {spread && (
        <span
          className={styles.label}
        >{`${writeValue(entry.series, point.low, locale)}–${writeValue(entry.series, point.high, locale)}`}</span>
      )}
    </>
  );
}

interface WhenMeasuredProps {
  readonly entry: LegendEntry | undefined;
  readonly at: number;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly locale: string;
}

/** When the value under the cursor was measured: the reading's own time, or the step's, and not the cursor's. */
function WhenMeasured({ entry, at, span, zone, locale }: WhenMeasuredProps): ReactNode {
  const point = entry === undefined ? null : valueAt(entry.series, at);
  if (point === null) return null;
  const ofDays = point.to - point.from >= longStepSeconds;
  const write = ofDays ? dayWriter(zone, locale) : momentWriter(span, zone, locale);
  return <time className={styles.label}>{write(isStep(point) ? point.from : point.at)}</time>;
}

function textAt(entry: LegendEntry, at: number, locale: string): string {
  const point = valueAt(entry.series, at);
  return point === null ? '–' : writeValue(entry.series, point.value, locale);
}

function Value({ value, unit, label }: { value: string; unit?: string; label: string }): ReactNode {
  return (
    <span className={styles.figure}>
      {value !== '' && <span className={styles.value}>{value}</span>}
      {unit !== undefined && unit !== '' && <span className={styles.unit}>{unit}</span>}
      {label !== '' && <span className={styles.label}>{label}</span>}
    </span>
  );
}

function toneToken({ series }: LegendEntry): string {
  return series.tone === 'text' || series.tone === 'muted' ? series.tone : `metric-${series.tone}`;
}
