import Button from '@mui/material/Button';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayUnit } from '@vigil/domain/units/unit-system';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Caution } from '#ui/caution.tsx';
import type { LogDraft } from '../log-drafts.ts';
import styles from '../logging.module.css';
import type { Doubt, Meant } from '../to-activity.ts';
import { valueTold } from '../told.ts';

interface DoubtQuestionProps {
  readonly doubt: Doubt;
  readonly draft: LogDraft;
  readonly lastWeightKg: number | null;
  /** What was probably meant, in the other unit. */
  readonly meant: Meant | null;
  readonly onTake: (meant: Meant) => void;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks whether a rare value is right. It takes the focus, so that whoever pressed Save hears it. */
export function DoubtQuestion({ doubt, draft, lastWeightKg, meant, onTake, onYes, onNo }: DoubtQuestionProps) {
  const { t, i18n } = useTranslation('logging');
  const id = useId();
  const value = `${doubt.typed} ${displayUnit(catalogue[doubt.metric], draft.units)}`;
  const last = lastWeightKg === null ? '' : valueTold('weight', lastWeightKg, draft.units, i18n.language);
  return (
    <Caution labelledBy={id}>
      <p id={id}>
        {meant && doubt.about !== 'concern'
          ? `${t(`doubt.${doubt.about}Meant`, { value, last })} ${t('doubt.meant', { meant: meant.words })}`
          : t(`doubt.${doubt.about}`, { value, last })}{' '}
        {t('doubt.notSaved')}
      </p>
      <span className={styles.buttons}>
        {meant && (
          <Button variant="contained" onClick={() => onTake(meant)}>
            {t('doubt.yesMeant', { meant: meant.words })}
          </Button>
        )}
        <Button variant={meant ? 'outlined' : 'contained'} onClick={onYes}>
          {meant ? t('doubt.noMeant', { value }) : t('doubt.yes')}
        </Button>
        <Button variant={meant ? 'text' : 'outlined'} color="inherit" onClick={onNo}>
          {t('doubt.no')}
        </Button>
      </span>
    </Caution>
  );
}
