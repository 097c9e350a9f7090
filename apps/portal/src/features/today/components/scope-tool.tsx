import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { factuaryCohorts } from '@vigil/contract';
import { totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { todayScopes } from '@vigil/contract/triage-today.values';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import type { ChosenScope } from '../chosen-scope.ts';
import styles from './today.module.css';

const cohortsQuery = { ...endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: true }), staleTime: 60_000 };

interface ScopeToolProps {
  readonly chosen: ChosenScope;
  readonly onChoose: (chosen: ChosenScope) => void;
  /** Members can be assigned to the person, and to the person’s teams. */
  readonly withOwn: boolean;
}

const ownScopes: readonly ChosenScope['scope'][] = ['mine', 'teams'];

/** Whose members are shown. A cohort is chosen beside it. */
export function ScopeTool({ chosen, onChoose, withOwn }: ScopeToolProps) {
  const { t } = useTranslation('today');
  const { data } = useQuery(cohortsQuery);
  const cohorts = (data ?? []).filter(({ cohort }) => !cohort.isDraft && cohort.id !== totalPopulation.id);
  const [first] = cohorts;
  const isOffered = (scope: ChosenScope['scope']) => (scope === 'cohort' ? first !== undefined : withOwn || !ownScopes.includes(scope));
  const scopes = todayScopes.filter((scope) => scope === chosen.scope || isOffered(scope));
  if (scopes.length < 2) return null;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen.scope}
        aria-label={t('scope')}
        onChange={(_event, scope: ChosenScope['scope'] | null) => {
          if (scope) onChoose({ scope, cohort: scope === 'cohort' ? chosen.cohort || (first?.cohort.id ?? '') : '' });
        }}
      >
        {scopes.map((scope) => (
          <ToggleButton key={scope} value={scope}>
            {t(`scopes.${scope}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {chosen.scope === 'cohort' && (
        <select
          className={styles.select}
          aria-label={t('cohort')}
          value={chosen.cohort}
          onChange={(event) => onChoose({ scope: 'cohort', cohort: event.target.value })}
        >
          {!cohorts.some(({ cohort }) => cohort.id === chosen.cohort) && <option value={chosen.cohort}>{t('chooseCohort')}</option>}
          {cohorts.map(({ cohort }) => (
            <option key={cohort.id} value={cohort.id}>
              {cohort.title}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
