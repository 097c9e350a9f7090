import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartMarkers } from '#charts/markers/chart-markers.tsx';
import { coversTop } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import type { BesidePage } from '../beside-page.ts';
import { dayAt } from '../time-window.ts';
import type { DataPageModel } from '../use-data-page.ts';
import { zoneDifference } from '../zone-note.ts';
import { AxesChoice } from './axes-choice.tsx';
import { ChartKey } from './chart-key.tsx';
import styles from './data-page.module.css';
import { LiveSign } from './live-sign.tsx';
import { RangeBar } from './range-bar.tsx';
import { ShowMenu } from './show-menu.tsx';
import { TimeLine } from './time-line.tsx';

const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface PageControlsProps {
  readonly page: DataPageModel;
  readonly beside: BesidePage;
  /** The ways to look at the charts stand here, and not below them. */
  readonly hasTools: boolean;
}

/** Everything that decides what the charts show, and what they say about it: it stays in view while they scroll. */
export function PageControls({ page, beside, hasTools }: PageControlsProps): ReactNode {
  const { t } = useTranslation('patientData');
  const { view, actions, window, now, zone, isOwn } = page;
  return (
    <div ref={coversTop} className={styles.controls} data-sticky="controls">
      <RangeBar view={view} actions={actions} lastDay={window.lastDay} today={dayAt(now, zone)} live={window.live}>
        <LastData page={page} />
        {hasTools && <ChartTools page={page} />}
      </RangeBar>
      <div className={styles.facts}>
        <TimeLine page={page} />
        {hasTools && <AboutCharts page={page} />}
      </div>
      <div className={styles.progress}>
        {page.outdated && <div className={styles.passing} role="progressbar" aria-label={t('range.loading')} />}
      </div>
      {!isOwn && page.shows === 'charts' && <Events page={page} beside={beside} />}
    </div>
  );
}

/** How value axes end, which charts are shown, and their readings as a file. */
export function ChartTools({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { panels, view, change, shows, exportCsv, isOwn, axes, chooseAxes } = page;
  return (
    <>
      {!isOwn && <AxesChoice axes={axes} onChoose={chooseAxes} />}
      <ShowMenu panels={panels} hidden={view.hidden} onHide={(hidden) => change({ hidden })} />
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<Icon name="download" />}
        title={t('show.csvHint')}
        disabled={shows !== 'charts'}
        onClick={exportCsv}
      >
        {t('show.csv')}
      </Button>
    </>
  );
}

/** What the marks mean, whose clock the times are of, and whether new readings appear by themselves. */
export function AboutCharts({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { zone, now, isOwn, window, latest } = page;
  const difference = zoneDifference(zone, viewerZone, now);
  return (
    <span className={styles.aside}>
      <ChartKey page={page} />
      <span>{difference === null ? t('zone.same', { zone }) : t(isOwn ? 'zone.own' : 'zone.member', { zone, offset: difference })}</span>
      {window.live ? (
        <LiveSign live={page.live} neverSynced={latest !== undefined && latest.band.lastSync === null} />
      ) : (
        <span>{t('live.past')}</span>
      )}
    </span>
  );
}

/** What happened around the member, over the charts and in view with the controls while they scroll. */
function Events({ page, beside }: { readonly page: DataPageModel; readonly beside: BesidePage }): ReactNode {
  const { memberId, zone, interaction, span, width, data } = page;
  return <ChartMarkers {...beside} {...{ memberId, zone, interaction, span, width }} range={data.span} enabled={data.waiting.size === 0} />;
}

/** The way to the last readings, when all of them lie before the range. */
function LastData({ page: { lastAt, range, goTo, locale, zone } }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  if (lastAt === null || lastAt >= range.from) return null;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(lastAt * 1000);
  return (
    <Button variant="contained" onClick={() => goTo(lastAt)}>
      {t('range.lastData', { date })}
    </Button>
  );
}
