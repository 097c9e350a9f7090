import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ApiError } from '@vigil/contract/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { TimeTick } from '#charts/time-axis.ts';
import type { PanelData } from '../data/use-panel-data.ts';
import { metricBehind } from '../panels/metric-behind.ts';
import type { GroupId, Panel } from '../panels/panel.ts';
import type { PanelId } from '../view.ts';
import type { Latest } from './latest-strip.tsx';
import styles from './panel-group.module.css';
import { PanelRow } from './panel-row.tsx';

export interface PanelGroupProps {
  readonly group: GroupId;
  readonly panels: readonly Panel[];
  readonly data: Pick<PanelData, 'waiting' | 'failed' | 'recounting' | 'countsZoom'>;
  readonly outdated: boolean;
  readonly latest: Latest | undefined;
  readonly span: TimeSpan;
  /** The whole range; a metric counts as missing when it is missing there, whatever the zoom. */
  readonly range: TimeSpan;
  readonly ticks: readonly TimeTick[];
  readonly zone: string;
  readonly locale: string;
  readonly width: number;
  readonly interaction: ChartInteraction;
  readonly onZoom: (span: TimeSpan | null) => void;
  readonly onHide: (id: PanelId) => void;
  readonly onRetry: () => void;
}

/** Charts that belong together, and a failure of their calls in their place. Nothing when there is neither. */
export function PanelGroup(props: PanelGroupProps): ReactNode {
  const { group, panels, data, outdated, span, ticks, zone, locale, width, interaction, onZoom, onHide, onRetry } = props;
  const { t } = useTranslation('patientData');
  const failure = panels.flatMap((panel) => panel.sources.map((source) => data.failed.get(source))).find((error) => error !== undefined);
  const shown = panels.filter((panel) => stateOf(panel, props) === 'shown' || stateOf(panel, props) === 'waiting');
  if (shown.length === 0 && failure === undefined) return null;
  return (
    <section className={styles.group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`} className={styles.title}>
        {t(`group.${group}`)}
      </h2>
      <div className={styles.card}>
        {failure !== undefined && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={onRetry}>
                {t('error.retry')}
              </Button>
            }
          >
            {t(failureText(failure))}
          </Alert>
        )}
        {shown.map((panel) => (
          <PanelRow
            key={panel.id}
            panel={panel}
            span={span}
            ticks={ticks}
            zone={zone}
            locale={locale}
            width={width}
            outdated={outdated || (panel.kind === 'histogram' && data.recounting)}
            waiting={stateOf(panel, props) === 'waiting'}
            interaction={interaction}
            onZoom={onZoom}
            onHide={onHide}
          />
        ))}
      </div>
    </section>
  );
}

type Asked = Pick<PanelGroupProps, 'data' | 'latest' | 'range'>;

/** A chart that only lacks its moving average, or its raw sleep depths, still stands. */
const optional: ReadonlySet<string> = new Set(['averages', 'depths']);

/** Whether a panel has something to show, may have (its call is under way), has nothing in the range, or cannot tell (its call failed). */
export function stateOf(panel: Panel, { data, latest, range }: Asked): 'shown' | 'waiting' | 'missing' | 'failed' {
  const needed = panel.sources.filter((source) => !optional.has(source));
  if (needed.some((source) => data.failed.has(source))) return 'failed';
  if (needed.some((source) => data.waiting.has(source))) return mayHaveData(panel, latest) ? 'waiting' : 'missing';
  // Zoomed into a gap, the histogram stays in its place and counts nothing, as the charts do.
  if (panel.kind === 'histogram' && data.countsZoom) return 'shown';
  return panel.describe(range) === null ? 'missing' : 'shown';
}

/** While a call is under way, room is kept only for what the member has ever had, so that little is taken back. */
function mayHaveData(panel: Panel, latest: Latest | undefined): boolean {
  return latest === undefined || latest.latest[metricBehind(panel.id)] !== undefined;
}

/** Why calls failed, in words. */
export function failureText(failure: Error) {
  if (!(failure instanceof ApiError)) return 'error.other';
  if (failure.status === 0) return 'error.offline';
  return failure.code === 'ticks_unavailable' ? 'error.engine' : 'error.other';
}
