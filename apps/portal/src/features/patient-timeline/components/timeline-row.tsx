import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import { Icon } from '#ui/icons.tsx';
import { Severity } from '#ui/severity.tsx';
import styles from '../timeline.module.css';
import type { TimelinePage, TimelineTab, ToldEntry } from '../told/told-entry.ts';

interface TimelineRowProps {
  readonly memberId: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly zone: string;
  readonly told: ToldEntry;
  /** Opens what the entry is about beside the page; null where nothing can be opened there. */
  readonly onOpen: ((tab: TimelineTab) => void) | null;
}

/** One thing that happened: when, what, by whom, and the way to it. */
export function TimelineRow({ memberId, at, zone, told, onOpen }: TimelineRowProps) {
  const { t, i18n } = useTranslation('patientTimeline');
  const { icon, headline, detail, quote, flagged, severity, gone, who, tab, link } = told;
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at);
  return (
    <li className={styles.row} data-gone={Boolean(gone)}>
      <time dateTime={new Date(at).toISOString()} className={styles.time}>
        {time}
      </time>
      <span className={styles.icon} data-severity={severity ?? undefined}>
        <Icon name={icon} size={14} />
      </span>
      <div className={styles.what}>
        <span className={styles.headline}>
          {tab && onOpen ? (
            <button type="button" className={styles.open} onClick={() => onOpen(tab)}>
              {headline}
            </button>
          ) : link && !tab ? (
            <ToPage memberId={memberId} to={link}>
              {headline}
            </ToPage>
          ) : (
            <strong>{headline}</strong>
          )}{' '}
          {severity && <Severity severity={severity} />}
          {gone && <span className={styles.gone}>{gone}</span>}
        </span>
        {(detail || (tab && link)) && (
          <span className={styles.detail}>
            {detail}
            {detail && tab && link && ' · '}
            {tab && link && (
              <ToPage memberId={memberId} to={link} label={t('readingsOf', { headline })}>
                {t('readings')}
              </ToPage>
            )}
          </span>
        )}
        {flagged && (
          <span className={styles.flagged}>
            <Icon name="alert" size={12} /> {t('flagged')} · {flagged}
          </span>
        )}
        {quote && <q className={styles.quote}>{quote}</q>}
      </div>
      {who && <span className={styles.who}>{who}</span>}
    </li>
  );
}

interface ToPageProps {
  readonly memberId: string;
  readonly to: TimelinePage;
  readonly label?: string;
  readonly children: ReactNode;
}

function ToPage({ memberId, to, label, children }: ToPageProps) {
  return (
    <Link className={styles.link} to={`/patient/$memberId/${to.page}`} params={{ memberId }} search={to.search as never} aria-label={label}>
      {children}
    </Link>
  );
}
