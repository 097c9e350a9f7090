import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChartEngine } from '#charts/chart-canvas.tsx';
import { plotColumns } from '#charts/drawing.ts';
import { createInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import { ticksWithin } from '#charts/time-axis.ts';
import { saveCsv } from '#lib/csv.ts';
import { useNow } from '#lib/now.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/unit-system.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { csvFileName } from '../csv/csv-file-name.ts';
import { csvTable } from '../csv/csv-rows.ts';
import { cursorKeys } from '../cursor-keys.ts';
import { sourcesOf } from '../data/sources.ts';
import { usePanelData } from '../data/use-panel-data.ts';
import { useLiveTicks } from '../live/use-live-ticks.ts';
import { countsSoFar } from '../panels/described-once.ts';
import { groupIds } from '../panels/panel.ts';
import { clippedZoom, dayAt, windowOf } from '../time-window.ts';
import { usePanels } from '../use-panels.ts';
import { useRangeActions, useRangeKeys } from '../use-range-actions.ts';
import { useSettled } from '../use-settled.ts';
import { useView } from '../use-view.ts';
import { useWidth } from '../use-width.ts';
import type { PanelId } from '../view.ts';
import { zoneDifference } from '../zone-note.ts';
import styles from './data-page.module.css';
import { EmptyState } from './empty-state.tsx';
import { type Latest, LatestStrip } from './latest-strip.tsx';
import { LiveSign } from './live-sign.tsx';
import { MissingPanels } from './missing-panels.tsx';
import { failureText, PanelGroup, stateOf } from './panel-group.tsx';
import { RangeBar } from './range-bar.tsx';
import { ShowMenu } from './show-menu.tsx';
import { TimeLine } from './time-line.tsx';

interface DataPageProps {
  readonly memberId: string;
  readonly zone: string;
  /** The member looks at the own data. */
  readonly isOwn: boolean;
  readonly latest: Latest | undefined;
  readonly latestFailed: boolean;
}

/** A zoom by wheel takes many steps; the histogram is counted anew once they are done. Milliseconds. */
const zoomSettlesMs = 250;

const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The page itself, once it is known whose it is and which zone its days are in. */
export function DataPage({ memberId, zone, isOwn, latest, latestFailed }: DataPageProps): ReactNode {
  const { t, i18n } = useTranslation('patientData');
  const units = useStore(unitSystem);
  const keys = useStore(shortcuts);
  const locale = i18n.language;
  const control = useView();
  const { view, change } = control;
  const clock = useNow(15_000) / 1000;
  const now = Math.floor(clock / 60) * 60;
  const actions = useRangeActions(control, now, zone);
  useRangeKeys(actions);

  const { days } = view.range;
  const window = windowOf(view, now, zone);
  const { from, to } = window.span;
  const range = useMemo(() => ({ from, to }), [from, to]);
  const counted = useSettled(clippedZoom(view.zoom, range), zoomSettlesMs);
  const sources = sourcesOf(memberId, view, { ...window, span: range }, zone, counted);
  const { data, outdated, retry } = usePanelData(sources, days, range);
  const panels = usePanels(data, zone, now, view.fit);
  const live = useLiveTicks({ memberId, sources, span: range, days, zone });
  useEffect(() => void loadChartEngine(), []);

  const zoom = outdated ? null : clippedZoom(view.zoom, range);
  const shownFrom = zoom?.from ?? data.span.from;
  const shownTo = zoom?.to ?? data.span.to;
  const span = useMemo(() => ({ from: shownFrom, to: shownTo }), [shownFrom, shownTo]);
  const onZoom = useCallback((asked: TimeSpan | null) => change({ zoom: clippedZoom(asked, range) }), [change, range]);
  const [interaction] = useState(createInteraction);
  const [probe, width] = useWidth();
  const ticks = useMemo(() => ticksWithin(span, zone, locale, plotColumns(width)), [span, zone, locale, width]);

  const visible = panels.filter((panel) => !view.hidden.includes(panel.id));
  const lastAt = latest === undefined ? null : Math.max(0, ...Object.values(latest.latest).map((value) => value.timestamp)) || null;
  const settled = data.waiting.size === 0 && data.failed.size === 0;
  const empty = settled && !outdated && panels.every((panel) => panel.describe(range) === null);
  // One message in the place of all charts, when none of them could be loaded.
  const noneLoaded = visible.length > 0 && visible.every((panel) => stateOf(panel, { data, latest, range: data.span }) === 'failed');
  const failed = noneLoaded ? [...data.failed.values()][0] : undefined;
  const goTo = useCallback((seconds: number) => actions.goTo(dayAt(seconds, zone)), [actions, zone]);
  const difference = zoneDifference(zone, viewerZone, now);
  const { hidden } = view;
  const hide = useCallback((id: PanelId) => change({ hidden: [...hidden, id] }), [change, hidden]);

  const exportCsv = () => {
    const columns = visible.flatMap((panel) =>
      panel.kind === 'time'
        ? panel.series.map((series) => ({ title: panel.series.length === 1 ? panel.title : `${panel.title}, ${series.label}`, series }))
        : [],
    );
    const table = csvTable({
      series: columns,
      span,
      byMinute: days === 1,
      zone,
      timeTitle: t('csv.timestamp'),
      lowestTitle: (label) => t('series.lowest', { label }),
      highestTitle: (label) => t('series.highest', { label }),
    });
    void saveCsv(table, csvFileName(memberId, days, dayAt(span.from, zone), dayAt(span.to - 1, zone)));
  };

  return (
    <div className={styles.page}>
      {!latestFailed && <LatestStrip latest={latest} units={units} locale={locale} now={clock} />}
      <div className={styles.controls}>
        <RangeBar view={view} actions={actions} lastDay={window.lastDay} today={dayAt(now, zone)} live={window.live}>
          {lastAt !== null && lastAt < range.from && (
            <Button variant="contained" onClick={() => goTo(lastAt)}>
              {t('range.lastData', {
                date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(lastAt * 1000),
              })}
            </Button>
          )}
          <ShowMenu
            panels={panels}
            hidden={view.hidden}
            fit={view.fit}
            onHide={(hidden) => change({ hidden })}
            onFit={(fit) => change({ fit })}
          />
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<Icon name="download" />}
            title={t('show.csvHint')}
            disabled={empty}
            onClick={exportCsv}
          >
            {t('show.csv')}
          </Button>
        </RangeBar>
        <div className={styles.facts}>
          <TimeLine
            span={span}
            zoomed={zoom !== null}
            days={days}
            zone={zone}
            locale={locale}
            interaction={interaction}
            onWholeRange={actions.wholeRange}
          />
          <span className={styles.aside}>
            <span>
              {difference === null ? t('zone.same', { zone }) : t(isOwn ? 'zone.own' : 'zone.member', { zone, offset: difference })}
            </span>
            {window.live ? <LiveSign live={live} /> : <span>{t('live.past')}</span>}
          </span>
        </div>
        <div className={styles.progress}>{outdated && <LinearProgress aria-label={t('range.loading')} />}</div>
      </div>
      <div className={styles.probe} aria-hidden="true">
        <div ref={probe} />
      </div>
      {failed ? (
        <StatePanel
          failure
          icon="alert"
          title={t('error.other')}
          text={t(failureText(failed))}
          action={{ label: t('error.retry'), onClick: retry }}
        />
      ) : empty ? (
        <EmptyState lastAt={lastAt} known={latest !== undefined} isOwn={isOwn} range={range} zone={zone} locale={locale} onGo={goTo} />
      ) : (
        <Box
          component="section"
          className={styles.groups}
          tabIndex={0}
          aria-label={t('chart.region')}
          onKeyDown={cursorKeys(interaction, span, onZoom)}
        >
          {groupIds.map((group) => {
            const inGroup = visible.filter((panel) => panel.group === group);
            if (inGroup.length === 0) return null;
            return (
              <PanelGroup
                key={group}
                group={group}
                panels={inGroup}
                data={data}
                outdated={outdated}
                latest={latest}
                span={span}
                range={data.span}
                ticks={ticks}
                zone={zone}
                locale={locale}
                width={width}
                interaction={interaction}
                onZoom={onZoom}
                onHide={hide}
                onRetry={retry}
              />
            );
          })}
          <MissingPanels
            panels={visible.filter((panel) => stateOf(panel, { data, latest, range: data.span }) === 'missing')}
            latest={latest}
            zone={zone}
            locale={locale}
            units={units}
            onGo={goTo}
          />
          <p className={styles.notes}>
            <span className={styles.hatched} aria-hidden="true" /> {t('series.unworn')}
            <span className={styles.usual} aria-hidden="true" /> <span title={t('series.usualHelp')}>{t('series.usual')}</span>
            <span className={styles.limit} aria-hidden="true" /> {t('series.limits')}
            {visible.some((panel) => countsSoFar(panel, span)) && (
              <>
                <span className={styles.hollow} aria-hidden="true" /> {t('series.soFarHelp')}
              </>
            )}
            {keys && <span className={styles.keys}>{t('range.keys')}</span>}
          </p>
        </Box>
      )}
    </div>
  );
}
