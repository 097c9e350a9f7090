import { useTranslation } from 'react-i18next';
import { localeOf } from '#lib/browser-language.ts';
import { useNow } from '#lib/now.ts';
import { useMoment } from '../moments.ts';
import styles from './handoff.module.css';

/** Only on paper: as of when it speaks, with the date, and that a draft is one. `draftSince`: what a draft covers, Unix seconds. */
export function Printed({ draftSince }: { readonly draftSince?: number }) {
  const { t, i18n } = useTranslation('handoff');
  const moment = useMoment();
  const when = new Date(useNow(60_000)).toLocaleString(localeOf(i18n.language), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className={styles.onPaper}>
      {draftSince === undefined ? t('printed', { when }) : t('printedDraft', { when, since: moment(draftSince) })}
    </p>
  );
}
