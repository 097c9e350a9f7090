import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#ui/page.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import type { BesidePage } from '../beside-page.ts';
import { failureText } from '../panel-state.ts';
import { type DataPageModel, type DataPageProps, useDataPage } from '../use-data-page.ts';
import { ChartStack } from './chart-stack.tsx';
import styles from './data-page.module.css';
import { EmptyState } from './empty-state.tsx';
import { LatestStrip } from './latest-strip.tsx';
import { OwnSummary } from './own-summary.tsx';
import { AboutCharts, ChartTools, PageControls } from './page-controls.tsx';

/** The page itself, once it is known whose it is and which zone its days are in. */
export function DataPage({ tabs, onOpen, ...props }: DataPageProps & BesidePage): ReactNode {
  const page = useDataPage(props);
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  // Where there is room for one chart, it comes before the ways to look at it.
  const hasToolsBelow = page.isOwn || isPhone;
  return (
    <Page>
      {page.isOwn ? (
        <OwnSummary memberId={props.memberId} zone={page.zone} now={page.now} />
      ) : (
        !props.latestFailed && <LatestStrip page={page} />
      )}
      <PageControls page={page} beside={{ tabs, onOpen }} hasTools={!hasToolsBelow} />
      <div className={styles.probe} aria-hidden="true">
        <div ref={page.probe} />
      </div>
      <Shown page={page} />
      {hasToolsBelow && (
        <div className={styles.end}>
          <AboutCharts page={page} />
          <ChartTools page={page} />
        </div>
      )}
    </Page>
  );
}

function Shown({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { shows, retry } = page;
  if (shows === 'charts') return <ChartStack page={page} />;
  if (shows === 'nothing') return <EmptyState page={page} />;
  return (
    <StatePanel
      failure
      icon="alert"
      title={t('error.other')}
      text={t(failureText(shows))}
      action={{ label: t('error.retry'), onClick: retry }}
    />
  );
}
