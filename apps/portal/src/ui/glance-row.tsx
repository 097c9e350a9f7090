import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './glance-row.module.css';
import { Icon, type IconName } from './icons.tsx';

interface GlanceRowProps {
  readonly icon: IconName;
  /** What there is. */
  readonly title: string;
  /** Whose, or when. */
  readonly detail?: string | undefined;
  readonly onOpen: () => void;
}

/** One thing that a person should see at a glance, and the way to it: an item of a list. */
export function GlanceRow({ icon, title, detail, onOpen }: GlanceRowProps) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <Icon name={icon} size={20} />
        <span className={styles.words}>
          <strong>{title}</strong>
          {detail && <span>{detail}</span>}
        </span>
        <Icon name="chevronRight" />
      </button>
    </li>
  );
}

/** In the place of what is not known yet: what stands below is not shown until then, since it would move. */
export function GlanceAwaited() {
  return <li hidden data-awaited />;
}

/** That it is not known, in the same place: nothing shown would say that there is nothing. */
export function GlanceFailed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <li role="alert" className={styles.failed}>
      <Icon name="alert" size={20} />
      <span className={styles.words}>{text}</span>
      <Button color="secondary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </li>
  );
}
