import '#ui/messages.ts';
import './messages.ts';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { downloadOwnData } from './api/own-privacy.ts';
import { AccessList } from './components/access-list.tsx';
import { OwnErasure } from './components/own-erasure.tsx';
import styles from './own-privacy.module.css';

/** A member's own page: who has looked at the data, a copy of it, and asking for it to be erased. */
export function OwnPrivacyScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('ownPrivacy');
  usePageTitle(t('title'));
  return (
    <div className={styles.screen}>
      <p className={styles.lead}>{t('lead')}</p>
      <AccessList memberId={memberId} />
      <section className={styles.card} aria-labelledby="copy-title">
        <h2 id="copy-title">{t('copyTitle')}</h2>
        <p>{t('copyText')}</p>
        <DownloadButton label={t('copy')} start={(how) => downloadOwnData(memberId, how)} />
      </section>
      <OwnErasure memberId={memberId} />
    </div>
  );
}
