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

interface UnavailableScreenProps {
  readonly signedIn: boolean;
  /** A try is under way. */
  readonly trying: boolean;
  readonly onTryAgain: () => void;
}

/** The server or its database is away for a moment; the page goes on by itself once they answer. */
export function UnavailableScreen({ signedIn, trying, onTryAgain }: UnavailableScreenProps) {
  const { t } = useTranslation('signIn');
  return (
    <Entrance title={t('unavailableTitle')} kind="notice">
      <p className="entrance-text" role="alert">
        {signedIn && `${t('unavailableSession')} `}
        {t('unavailableText')}
      </p>
      {/* Not disabled during a try, which would take the keyboard's focus away; a second press does nothing. */}
      <button type="button" className="entrance-button" onClick={onTryAgain}>
        {trying ? t('tryingAgain') : t('tryAgain')}
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
