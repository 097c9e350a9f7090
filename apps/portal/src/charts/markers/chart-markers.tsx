import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import type { TimeSpan } from '../series.ts';
import { KindsMenu } from './kinds-menu.tsx';
import { MarkerLane } from './marker-lane.tsx';
import type { MarkerPlaceProps } from './marker-place.tsx';
import { useMarkerWords } from './marker-words.ts';
import styles from './markers.module.css';
import { useMarkers } from './use-markers.ts';
import { useShownKinds } from './use-shown-kinds.ts';

interface ChartMarkersProps extends Pick<MarkerPlaceProps, 'memberId' | 'zone' | 'interaction' | 'tabs' | 'onOpen'> {
  /** The whole range of the charts, and what of it is on screen. */
  readonly range: TimeSpan;
  readonly span: TimeSpan;
  /** Pixels of the charts. */
  readonly width: number;
  /** The charts are there: what is marked over them comes after them. */
  readonly enabled: boolean;
}

/** A row over charts with what happened around the member, on their time axis. As high from the first paint on as at last. */
export function ChartMarkers({ range, width, span, enabled, ...rest }: ChartMarkersProps): ReactNode {
  const { t } = useTranslation('markers');
  const { memberId, zone } = rest;
  const { when } = useMarkerWords(zone);
  const [shown, choose] = useShownKinds();
  const found = useMarkers({ memberId, zone, span: range, kinds: shown, enabled });
  const { markers, completeFrom, state } = found;
  const isNoneInView = state === 'ready' && !markers.some(({ at }) => at >= span.from && at < span.to);
  const isIncomplete = completeFrom !== null && completeFrom > span.from;
  return (
    <section className={styles.row} aria-label={t('title')} aria-busy={state === 'loading' || undefined}>
      <div className={styles.side}>
        <KindsMenu readable={found.readable} shown={shown} onChoose={choose} />
      </div>
      <div className={styles.lane}>
        {state === 'failed' && <Failed className={styles.told} text={t('failed')} retry={found.retry} />}
        {isNoneInView && <span className={styles.told}>{t(shown.length === 0 ? 'off' : 'none')}</span>}
        <MarkerLane {...rest} {...{ markers, completeFrom, span, width }} />
      </div>
      {isIncomplete && <p className={styles.about}>{t('incomplete', { date: when({ at: completeFrom }) })}</p>}
      {state !== 'failed' && found.isMedicationMissing && (
        <Failed className={styles.about} text={t('medicationFailed')} retry={found.retry} />
      )}
    </section>
  );
}

interface FailedProps {
  readonly className: string | undefined;
  readonly text: string;
  readonly retry: () => void;
}

function Failed({ className, text, retry }: FailedProps): ReactNode {
  const { t } = useTranslation('markers');
  const { t: ui } = useTranslation('ui');
  const isAway = useStore(connection) !== 'answering';
  return (
    <p className={className} role="status">
      {isAway ? (
        t('reconnecting')
      ) : (
        <>
          {text}{' '}
          <Button size="small" onClick={retry}>
            {ui('retry')}
          </Button>
        </>
      )}
    </p>
  );
}
