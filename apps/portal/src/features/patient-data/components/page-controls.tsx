import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { coversTop } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
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

/** Everything that decides what the charts show, and what they say about it: it stays in view while they scroll. */
export function PageControls({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { view, actions, window, now, zone, isOwn } = page;
  return (
    <div ref={coversTop} className={styles.controls} data-sticky="controls">
      <RangeBar view={view} actions={actions} lastDay={window.lastDay} today={dayAt(now, zone)} live={window.live}>
        <LastData page={page} />
        {!isOwn && <AxesChoice axes={page.axes} onChoose={page.chooseAxes} />}
        {!isOwn && <ChartTools page={page} />}
      </RangeBar>
      <div className={styles.facts}>
        <TimeLine page={page} />
        {!isOwn && <AboutCharts page={page} />}
      </div>
      <div className={styles.progress}>{page.outdated && <LinearProgress aria-label={t('range.loading')} />}</div>
    </div>
  );
}

/** Which charts are shown, and their readings as a file. */
export function ChartTools({ page: { panels, view, change, shows, exportCsv } }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  return (
    <>
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
