import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import type { DataPageModel } from '../use-data-page.ts';

/** Why the page is empty, and the next step: go to where there is data, or get the first readings in. */
export function EmptyState({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const { lastAt, latest, isOwn, range, zone, locale, goTo } = page;
  if (lastAt === null && latest !== undefined) {
    return (
      <StatePanel icon="bandOff" title={t('empty.neverTitle')} text={t('empty.neverBody')}>
        <p>{t(isOwn ? 'empty.neverNextOwn' : 'empty.neverNext')}</p>
      </StatePanel>
    );
  }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  const text = t('empty.body', { from: format.format(range.from * 1000), to: format.format((range.to - 1) * 1000) });
  const action =
    lastAt === null ? undefined : { label: t('range.lastData', { date: format.format(lastAt * 1000) }), onClick: () => goTo(lastAt) };
  return <StatePanel icon="activity" title={t('empty.title')} text={text} {...(action && { action })} />;
}
