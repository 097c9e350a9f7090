import Button from '@mui/material/Button';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartInteraction } from '#charts/interaction.ts';
import type { TimeSpan } from '#charts/series.ts';
import styles from './time-line.module.css';

interface TimeLineProps {
  readonly span: TimeSpan;
  readonly zoomed: boolean;
  readonly days: number;
  readonly zone: string;
  readonly locale: string;
  readonly interaction: ChartInteraction;
  readonly onWholeRange: () => void;
}

/** The dates on screen in words, and the moment under the cursor. */
export function TimeLine({ span, zoomed, days, zone, locale, interaction, onWholeRange }: TimeLineProps): ReactNode {
  const { t } = useTranslation('patientData');
  const at = useSyncExternalStore(interaction.cursor.subscribe, interaction.cursor.get);
  const fine = zoomed || days === 1;
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(fine ? { hour: 'numeric', minute: '2-digit' } : {}),
  });
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const [from, to] = [format.format(span.from * 1000), format.format((span.to - (fine ? 0 : 1)) * 1000)];
  return (
    <div className={styles.line}>
      <span>{from === to ? from : t('range.showing', { from, to })}</span>
      {zoomed && (
        <Button size="small" onClick={onWholeRange}>
          {t('range.wholeRange')}
        </Button>
      )}
      <span className={styles.cursor}>{at === null ? '' : moment.format(at * 1000)}</span>
    </div>
  );
}
