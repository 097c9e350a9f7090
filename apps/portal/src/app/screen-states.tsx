import '#ui/messages.ts';
import './messages.ts';
import { useTranslation } from 'react-i18next';
import { Loader } from '#ui/loader.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './screen-states.module.css';

/** In a screen's place while its code is on its way, as high as the window: what stands below the screen must not come up and leave again. */
export function ScreenPending() {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.pending} data-awaited>
      <Loader inline label={t('loading')} />
    </div>
  );
}

/** In the place of a screen that failed; the rest of the page stays. */
export function ScreenFailed() {
  const { t } = useTranslation('app');
  const { t: ui } = useTranslation('ui');
  return (
    <StatePanel
      icon="alert"
      failure
      level={1}
      title={t('screenFailedTitle')}
      text={t('screenFailedText')}
      action={{ label: ui('retry'), onClick: () => location.reload() }}
    />
  );
}
