import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { useTranslation } from 'react-i18next';
import { BothVersions } from '#ui/both-versions.tsx';
import styles from './builder.module.css';
import { differingParts } from './differing-parts.ts';

interface StaleSurveyProps {
  readonly mine: SurveyDraft;
  readonly theirs: WholeSurvey;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Each part of a survey that two have written otherwise, in both versions, above what is written here. */
export function StaleSurvey({ mine, theirs, ...choices }: StaleSurveyProps) {
  const { t } = useTranslation('surveys');
  const { changed_by: by, time_changed: at } = theirs;
  return (
    <BothVersions {...choices} title={t('builder.staleTitle')} by={by && `${by.firstName} ${by.lastName}`} at={at}>
      <p>{t('builder.differing.text')}</p>
      <dl className={styles.differing}>
        {differingParts(mine, theirs).map(({ part, question, mine: own, theirs: other }) => (
          <div key={question ?? part}>
            <dt>{t(`builder.differing.part.${part}`, { question })}</dt>
            <dd>{t('builder.differing.mine', { words: own ?? t('builder.differing.none') })}</dd>
            <dd>{t('builder.differing.theirs', { words: other ?? t('builder.differing.none') })}</dd>
          </div>
        ))}
      </dl>
    </BothVersions>
  );
}
