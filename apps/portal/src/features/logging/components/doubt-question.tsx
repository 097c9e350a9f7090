import Button from '@mui/material/Button';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayUnit } from '@vigil/domain/units/unit-system';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Caution } from '#ui/caution.tsx';
import type { LogDraft } from '../log-drafts.ts';
import styles from '../logging.module.css';
import type { Doubt } from '../to-activity.ts';
import { valueTold } from '../told.ts';

interface DoubtQuestionProps {
  readonly doubt: Doubt;
  readonly draft: LogDraft;
  readonly lastWeightKg: number | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks whether a rare value is right. It takes the focus, so that whoever pressed Save hears it. */
export function DoubtQuestion({ doubt, draft, lastWeightKg, onYes, onNo }: DoubtQuestionProps) {
  const { t, i18n } = useTranslation('logging');
  const id = useId();
  const value = `${doubt.typed} ${displayUnit(catalogue[doubt.metric], draft.units)}`;
  const last = lastWeightKg === null ? '' : valueTold('weight', lastWeightKg, draft.units, i18n.language);
  return (
    <Caution labelledBy={id}>
      <p id={id}>
        {t(`doubt.${doubt.about}`, { value, last })} {t('doubt.notSaved')}
      </p>
      <span className={styles.buttons}>
        <Button variant="contained" onClick={onYes}>
          {t('doubt.yes')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onNo}>
          {t('doubt.no')}
        </Button>
      </span>
    </Caution>
  );
}
