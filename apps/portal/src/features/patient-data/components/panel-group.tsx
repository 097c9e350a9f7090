import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ApiError } from '@vigil/contract/client';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import type { PanelData } from '../data/use-panel-data.ts';
import type { GroupId, Panel } from '../panels/panel.ts';
import type { PanelId } from '../view.ts';
import type { Latest } from './latest-strip.tsx';
import { MissingRow } from './missing-row.tsx';
import styles from './panel-group.module.css';
import { PanelRow } from './panel-row.tsx';

export interface PanelGroupProps {
  readonly group: GroupId;
  readonly panels: readonly Panel[];
  readonly data: Pick<PanelData, 'waiting' | 'failed'>;
  readonly outdated: boolean;
  readonly latest: Latest | undefined;
  readonly span: TimeSpan;
  /** The whole range; a metric counts as missing when it is missing there, whatever the zoom. */
  readonly range: TimeSpan;
  readonly zone: string;
  readonly locale: string;
  readonly units: UnitSystem;
  readonly width: number;
  readonly interaction: ChartInteraction;
  readonly onZoom: (span: TimeSpan | null) => void;
  readonly onHide: (id: PanelId) => void;
  readonly onGo: (seconds: number) => void;
  readonly onRetry: () => void;
}

/** Charts that belong together, the metrics without data below them in one line each, and a failure of their calls in their place. */
export function PanelGroup(props: PanelGroupProps): ReactNode {
  const { group, panels, data, range, onHide, onRetry } = props;
  const { t } = useTranslation('patientData');
  const failure = panels.flatMap((panel) => panel.sources.map((source) => data.failed.get(source))).find((error) => error !== undefined);
  const standing = panels.filter(
    (panel) => !panel.sources.some((source) => data.failed.has(source) && source !== 'averages' && source !== 'depths'),
  );
  const waiting = (panel: Panel) => panel.sources.some((source) => data.waiting.has(source));
  const shown = standing.filter((panel) => (waiting(panel) ? mayHaveData(panel, props.latest) : panel.describe(range) !== null));
  const missing = standing.filter((panel) => !shown.includes(panel) && !waiting(panel));
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
          <PanelRow {...props} key={panel.id} panel={panel} waiting={waiting(panel)} onHide={() => onHide(panel.id)} />
        ))}
        {missing.map((panel) => (
          <MissingRow {...props} key={panel.id} panel={panel} />
        ))}
      </div>
    </section>
  );
}

/** While a call is under way, room is kept only for what the member has ever had, so that little is taken back. */
function mayHaveData(panel: Panel, latest: Latest | undefined): boolean {
  if (latest === undefined) return true;
  const needs: Partial<Record<Panel['id'], string>> = { histogram: 'heart_rate', blood_pressure: 'systolic', sleep: 'sleep_depth' };
  return latest.latest[needs[panel.id] ?? panel.id] !== undefined;
}

function failureText(failure: Error) {
  if (!(failure instanceof ApiError)) return 'error.other';
  if (failure.status === 0) return 'error.offline';
  return failure.code === 'ticks_unavailable' ? 'error.engine' : 'error.other';
}
