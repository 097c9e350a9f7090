import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import type { Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { BothVersions } from '#ui/both-versions.tsx';
import styles from '../cohorts.module.css';
import { conditionsInWords } from '../condition-words.ts';

interface StaleCohortProps {
  readonly stored: CohortWithMeta;
  readonly units: Units;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** What the other one saved of a cohort, above what is written here. */
export function StaleCohort({ stored: { cohort, meta }, units, ...choices }: StaleCohortProps) {
  const { t } = useTranslation(['cohorts', 'ui']);
  const theirs = [
    [t('titleLabel'), cohort.title || t('untitled')],
    [t('descriptionLabel'), cohort.description || '–'],
    [t('asks'), conditionsInWords(cohort.json_conditions, units, t) || t('noConditions')],
  ] as const;
  return (
    <BothVersions {...choices} title={t('staleTitle')} by={meta.changed_by?.name ?? null} at={meta.changed_at}>
      <dl className={styles.theirs}>
        {theirs.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </BothVersions>
  );
}
