import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countsSoFar } from '../panels/described-once.ts';
import type { Panel } from '../panels/panel.ts';
import type { DataPageModel } from '../use-data-page.ts';
import styles from './chart-key.module.css';

/** What the marks behind the data mean; only of those that are on screen. */
export function ChartKey({ page: { visible, span, shows, isOwn } }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  if (shows !== 'charts') return null;
  const any = (holds: (panel: Panel & { kind: 'time' }) => boolean) => visible.some((panel) => panel.kind === 'time' && holds(panel));
  return (
    <span className={styles.key}>
      {any(({ backdrop }) => (backdrop.unworn ?? []).some(({ from, to }) => to > span.from && from < span.to)) && (
        <span className={styles.entry}>
          <span className={styles.hatched} aria-hidden="true" /> {t('series.unworn')}
        </span>
      )}
      {any(({ backdrop }) => (backdrop.usual ?? []).length > 0) && (
        <span className={styles.entry} title={t('series.usualHelp')}>
          <span className={styles.usual} aria-hidden="true" /> {t(isOwn ? 'series.usualOwn' : 'series.usual')}
        </span>
      )}
      {any(({ backdrop }) => (backdrop.limits ?? []).length > 0) && (
        <span className={styles.entry}>
          <span className={styles.limit} aria-hidden="true" /> {t('series.limits')}
        </span>
      )}
      {visible.some((panel) => countsSoFar(panel, span)) && (
        <span className={styles.entry} title={t('series.soFarHelp')}>
          <span className={styles.hollow} aria-hidden="true" /> {t('series.soFar')}
        </span>
      )}
    </span>
  );
}
