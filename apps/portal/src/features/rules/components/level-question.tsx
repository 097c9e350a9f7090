import Button from '@mui/material/Button';
import { doubtWords, type LevelDoubt } from '@vigil/domain/alerts/level-doubt';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Caution } from '#ui/caution.tsx';
import styles from '../rules.module.css';

interface LevelHintProps {
  readonly doubt: LevelDoubt;
  /** It is said beside the field already that the level cannot be. */
  readonly isRefused: boolean;
  readonly onUse: (doubt: LevelDoubt) => void;
}

/** Beside a field that has been left: whether its level was meant in another unit. */
export function LevelHint({ doubt, isRefused, onUse }: LevelHintProps) {
  return (
    <div role="status" className={styles.levelHint}>
      {!isRefused && <span>{doubtWords(doubt)}</span>}
      <UseMeant doubt={doubt} onUse={onUse} />
    </div>
  );
}

interface LevelQuestionProps {
  readonly doubts: readonly LevelDoubt[];
  readonly onUse: (doubt: LevelDoubt) => void;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Before it is saved: whether these levels are right. It takes the focus, so that whoever pressed Save hears it. */
export function LevelQuestion({ doubts, onUse, onYes, onNo }: LevelQuestionProps) {
  const { t } = useTranslation('rules');
  const id = useId();
  return (
    <Caution labelledBy={id}>
      <p id={id}>
        {doubts.map(doubtWords).join(' ')} {t('doubt.notSaved')}
      </p>
      <span className={styles.buttons}>
        {doubts.map((doubt) => (
          <UseMeant key={doubt.field} doubt={doubt} onUse={onUse} />
        ))}
        <Button variant="outlined" color="inherit" onClick={onYes}>
          {t('doubt.yes')}
        </Button>
        <Button color="inherit" onClick={onNo}>
          {t('doubt.no')}
        </Button>
      </span>
    </Caution>
  );
}

function UseMeant({ doubt, onUse }: Pick<LevelHintProps, 'doubt' | 'onUse'>) {
  const { t } = useTranslation('rules');
  if (!doubt.meant) return null;
  return (
    <Button size="small" variant="outlined" onClick={() => onUse(doubt)}>
      {t('doubt.use', { value: doubt.meant.words })}
    </Button>
  );
}
