import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import { failureText } from '../panel-state.ts';
import type { GroupId, Panel } from '../panels/panel.ts';
import type { DataPageModel } from '../use-data-page.ts';
import styles from './panel-group.module.css';
import { PanelRow } from './panel-row.tsx';

interface PanelGroupProps {
  readonly group: GroupId;
  readonly panels: readonly Panel[];
  readonly page: DataPageModel;
}

/** Charts that belong together, over one time axis, and a failure of their calls in their place. Nothing when there is neither. */
export function PanelGroup({ group, panels, page }: PanelGroupProps): ReactNode {
  const { t } = useTranslation('patientData');
  const ui = useTranslation('ui').t;
  const isAway = useStore(connection) !== 'answering';
  const { data, panelState, outdated, retry } = page;
  const failure = panels.flatMap((panel) => panel.sources.map((source) => data.failed.get(source))).find((error) => error !== undefined);
  const shown = panels.filter((panel) => panelState(panel) === 'shown' || panelState(panel) === 'waiting');
  if (shown.length === 0 && failure === undefined) return null;
  const timed = shown.filter((panel) => panel.kind === 'time');
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
              <Button color="inherit" onClick={retry}>
                {t('error.retry')}
              </Button>
            }
          >
            {isAway ? ui('reconnecting') : t(failureText(failure))}
          </Alert>
        )}
        {shown.map((panel) => (
          <PanelRow
            key={panel.id}
            panel={panel}
            span={page.span}
            ticks={page.ticks}
            zone={page.zone}
            locale={page.locale}
            width={page.width}
            withAxis={panel === timed.at(-1)}
            nowLabel={panel === timed[0] ? t('chart.now') : undefined}
            outdated={outdated || panel.sources.some((source) => data.recounting.has(source))}
            waiting={panelState(panel) === 'waiting'}
            interaction={page.interaction}
            onZoom={page.onZoom}
            onHide={page.hide}
          />
        ))}
      </div>
    </section>
  );
}
