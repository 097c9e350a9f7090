import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { momentWriter } from '#charts/moment.ts';
import { zoomed } from '#charts/pointer.tsx';
import { Icon } from '#ui/icons.tsx';
import type { DataPageModel } from '../use-data-page.ts';
import styles from './time-line.module.css';

/** A press of a zoom button halves or doubles the stretch on screen. */
const zoomStep = 2;

/** The dates on screen in words, read out when they change; the zoom by button; and the moment under the cursor. */
export function TimeLine({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { span, view, zone, locale, interaction, actions, onZoom } = page;
  const at = useSyncExternalStore(interaction.cursor.subscribe, interaction.cursor.get);
  const isZoomed = page.zoom !== null;
  const fine = isZoomed || view.range.days === 1;
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(fine ? { hour: 'numeric', minute: '2-digit' } : {}),
  });
  const [from, to] = [format.format(span.from * 1000), format.format((span.to - (fine ? 0 : 1)) * 1000)];
  const zoomBy = (factor: number) => onZoom(zoomed(span, interaction.cursor.get() ?? (span.from + span.to) / 2, factor));
  return (
    <div className={styles.line}>
      <span role="status">{from === to ? from : t('range.showing', { from, to })}</span>
      {page.shows === 'charts' && (
        <span className={styles.zoom}>
          <IconButton aria-label={t('range.zoomIn')} title={t('range.zoomIn')} onClick={() => zoomBy(1 / zoomStep)}>
            <Icon name="plus" size={14} />
          </IconButton>
          <IconButton aria-label={t('range.zoomOut')} title={t('range.zoomOut')} disabled={!isZoomed} onClick={() => zoomBy(zoomStep)}>
            <Icon name="minus" size={14} />
          </IconButton>
          {isZoomed && (
            <Button size="small" onClick={actions.wholeRange}>
              {t('range.wholeRange')}
            </Button>
          )}
        </span>
      )}
      <span className={styles.cursor}>{at === null ? '' : momentWriter({ from: 0, to: Number.MAX_SAFE_INTEGER }, zone, locale)(at)}</span>
    </div>
  );
}
