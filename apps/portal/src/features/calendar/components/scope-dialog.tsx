import Button from '@mui/material/Button';
import type { EventScope } from '@vigil/contract/calendar.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../calendar.module.css';
import { Frame } from './event-dialog.tsx';
import { ScopeChoice } from './event-form.tsx';

interface ScopeDialogProps {
  readonly onChoose: (scope: EventScope) => void;
  readonly onCancel: () => void;
}

/** Asked when one of those that repeat was dragged. */
export function ScopeDialog({ onChoose, onCancel }: ScopeDialogProps) {
  const { t } = useTranslation('calendar');
  const [scope, setScope] = useState<EventScope>('this');
  return (
    <Frame title={t('moveTitle')} onClose={onCancel}>
      <ScopeChoice value={scope} onChange={setScope} />
      <span className={styles.buttons}>
        <Button variant="contained" onClick={() => onChoose(scope)}>
          {t('move')}
        </Button>
        <Button color="secondary" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </span>
    </Frame>
  );
}
