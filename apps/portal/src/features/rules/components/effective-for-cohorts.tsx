import { useQuery } from '@tanstack/react-query';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { effectiveRule } from '@vigil/domain/alerts/layers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { cohortsQuery } from '../api/rules.ts';
import { shownVersion } from '../rule-standing.ts';
import styles from '../rules.module.css';
import { LayerName } from './layer-name.tsx';
import { SettingsTable } from './rule-facts.tsx';

/** What the rule comes to for somebody in the cohorts that are ticked, with the layer whose word each field is. */
export function EffectiveForCohorts({ rule }: { readonly rule: AlertRuleWhole }) {
  const { t } = useTranslation('rules');
  const { data: cohorts = [] } = useQuery(cohortsQuery());
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const shown = shownVersion(rule);
  if (!shown || rule.cohorts.length === 0) return null;
  // Until one says otherwise, the one whose word counts most.
  const ticked = chosen ?? rule.cohorts.slice(0, 1).map(({ cohortId }) => cohortId);
  const titleOf = (id: string) => cohorts.find(({ cohort }) => cohort.id === id)?.cohort.title ?? t('aCohort');
  const { rule: effective, layers } = effectiveRule(
    shown.definition,
    { cohorts: rule.cohorts.filter(({ cohortId }) => ticked.includes(cohortId)) as never, member: null },
    0,
  );
  return (
    <Card title={t('effective')}>
      <fieldset className={styles.choices}>
        <legend>{t('somebodyIn')}</legend>
        {rule.cohorts.map(({ cohortId }) => (
          <label key={cohortId} className={styles.check}>
            <input
              type="checkbox"
              checked={ticked.includes(cohortId)}
              onChange={({ target }) => setChosen(target.checked ? [...ticked, cohortId] : ticked.filter((one) => one !== cohortId))}
            />
            {titleOf(cohortId)}
          </label>
        ))}
      </fieldset>
      <SettingsTable rule={effective} layerOf={(field) => <LayerName layer={layers[field]} titleOf={titleOf} />} />
    </Card>
  );
}
