import { useTranslation } from 'react-i18next';
import { Entrance } from './entrance.tsx';

export function NoPermissionScreen({ onSignIn, banner }: { readonly onSignIn: () => void; readonly banner?: string | undefined }) {
  const { t } = useTranslation('signIn');
  return (
    <Entrance title={t('noPermissionTitle')} banner={banner} kind="notice">
      <p className="entrance-text">{t('noPermissionText')}</p>
      <button type="button" className="entrance-button" onClick={onSignIn}>
        {t('noPermissionButton')}
      </button>
    </Entrance>
  );
}

/** `detail` says which call failed and how, for the administrator who is asked about it. */
export function ConfigurationErrorScreen({ detail }: { readonly detail: string }) {
  const { t } = useTranslation('signIn');
  return (
    <Entrance title={t('configurationTitle')} kind="notice">
      <p className="entrance-text">{t('configurationText')}</p>
      <dl className="entrance-detail">
        <dt>{t('configurationDetail')}</dt>
        <dd>{detail}</dd>
      </dl>
      <button type="button" className="entrance-button" onClick={() => location.reload()}>
        {t('tryAgain')}
      </button>
    </Entrance>
  );
}

/** The code of the portal itself could not be fetched, after all tries. */
export function LoadFailedScreen() {
  const { t } = useTranslation('signIn');
  return (
    <Entrance title={t('loadFailedTitle')} kind="notice">
      <p className="entrance-text">{t('loadFailedText')}</p>
      <button type="button" className="entrance-button" onClick={() => location.reload()}>
        {t('tryAgain')}
      </button>
    </Entrance>
  );
}
