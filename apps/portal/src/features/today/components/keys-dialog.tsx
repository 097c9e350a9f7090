import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import styles from './today.module.css';

interface KeysDialogProps {
  readonly canWrite: boolean;
  readonly canTalk: boolean;
  readonly onClose: () => void;
}

/** Every key of this screen that the person can use, and that they can be turned off. */
export function KeysDialog({ canWrite, canTalk, onClose }: KeysDialogProps) {
  const { t } = useTranslation('today');
  const on = useStore(shortcuts);
  const lines = [
    ['J K ↓ ↑', t('keysRows')],
    ['Enter', t('keysOpen')],
    ['Space', t('keysExpand')],
    ...(canWrite
      ? ([
          ['A', t('acknowledge')],
          ['S', t('snooze')],
          ['R', t('reviewed')],
          ['I', t('intervene')],
          ...(canTalk ? ([['M', t('keysMessage')]] as const) : []),
          ['U', t('undo')],
        ] as const)
      : []),
  ] as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby="today-keys" slotProps={{ paper: { elevation: 0, className: styles.keys ?? '' } }}>
      <h2 id="today-keys">{t('keysTitle')}</h2>
      {!on && <p className={styles.muted}>{t('keysOff')}</p>}
      <dl>
        {lines.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onClose}>{t('close')}</Button>
    </Dialog>
  );
}
