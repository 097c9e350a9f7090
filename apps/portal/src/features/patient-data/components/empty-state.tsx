import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeSpan } from '#charts/series.ts';
import { StatePanel } from '#ui/state-panel.tsx';

interface EmptyStateProps {
  /** When the member's last reading was measured, Unix seconds; null when there never was one. */
  readonly lastAt: number | null;
  /** Whether it is known at all that there never was one. */
  readonly known: boolean;
  readonly isOwn: boolean;
  readonly range: TimeSpan;
  readonly zone: string;
  readonly locale: string;
  readonly onGo: (seconds: number) => void;
}

/** Why the page is empty, and the next step: go to where there is data, or get the first readings in. */
export function EmptyState({ lastAt, known, isOwn, range, zone, locale, onGo }: EmptyStateProps): ReactNode {
  const { t } = useTranslation('patientData');
  if (lastAt === null && known) {
    return (
      <StatePanel icon="bandOff" title={t('empty.neverTitle')} text={t('empty.neverBody')}>
        <p>{t(isOwn ? 'empty.neverNextOwn' : 'empty.neverNext')}</p>
      </StatePanel>
    );
  }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  const text = t('empty.body', { from: format.format(range.from * 1000), to: format.format((range.to - 1) * 1000) });
  const action =
    lastAt === null ? undefined : { label: t('range.lastData', { date: format.format(lastAt * 1000) }), onClick: () => onGo(lastAt) };
  return <StatePanel icon="activity" title={t('empty.title')} text={text} {...(action && { action })} />;
}
