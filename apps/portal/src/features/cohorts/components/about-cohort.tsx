import IconButton from '@mui/material/IconButton';
import {
  cohortStatuses,
  cohortTypes,
  longestCohortDescription,
  longestCohortTitle,
  mayWriteCohort,
  mostDisplayFacts,
} from '@vigil/contract/factuary-cohorts.values';
import { measureOf } from '@vigil/domain/facts/measures';
import type { Role } from '@vigil/domain/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from '../cohorts.module.css';
import type { DraftControl } from '../use-cohort-draft.ts';
import { FactSelect } from './fact-select.tsx';

interface AboutCohortProps {
  readonly control: Pick<DraftControl, 'draft' | 'set'>;
  readonly readOnly: boolean;
  readonly roles: readonly Role[];
  readonly titleError: string | undefined;
}

/** What a cohort is called, whose it is, which accounts count, and what it shows of each member. */
export function AboutCohort({ control: { draft, set }, readOnly, roles, titleError }: AboutCohortProps) {
  const { t } = useTranslation(['cohorts', 'ui']);
  const types = cohortTypes.filter((type) => type === draft.type || mayWriteCohort(roles, type));
  return (
    <section className={styles.about} aria-label={t('about')}>
      <Field label={t('titleLabel')} error={titleError}>
        {(field) => (
          <input
            {...field}
            value={draft.title}
            maxLength={longestCohortTitle}
            disabled={readOnly}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('descriptionLabel')} error={undefined}>
        {(field) => (
          <textarea
            {...field}
            rows={2}
            value={draft.description}
            maxLength={longestCohortDescription}
            disabled={readOnly}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Choices legend={t('whose')}>
          {types.map((type) => (
            <label key={type} className={styles.check}>
              <input type="radio" name="type" disabled={readOnly} checked={draft.type === type} onChange={() => set({ type })} />
              {t(`typeLong.${type}`)}
            </label>
          ))}
        </Choices>
        <Choices legend={t('accounts')}>
          {cohortStatuses.map((status) => (
            <label key={status} className={styles.check}>
              <input
                type="checkbox"
                // One at least counts.
                disabled={readOnly || (draft.userStatus.length === 1 && draft.userStatus.includes(status))}
                checked={draft.userStatus.includes(status)}
                onChange={(event) =>
                  set({
                    userStatus: cohortStatuses.filter((one) => (one === status ? event.target.checked : draft.userStatus.includes(one))),
                  })
                }
              />
              {t(`ui:status.${status}`)}
            </label>
          ))}
        </Choices>
      </div>
      <DisplayFacts draft={draft} set={set} readOnly={readOnly} />
    </section>
  );
}

function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

function DisplayFacts({ draft, set, readOnly }: AboutCohortProps['control'] & { readonly readOnly: boolean }) {
  const { t } = useTranslation('cohorts');
  const { displayFacts } = draft;
  if (readOnly && displayFacts.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('columns')}</legend>
      <ul className={styles.facts}>
        {displayFacts.map((fact) => {
          const label = measureOf(fact)?.label ?? fact;
          return (
            <li key={fact}>
              {label}
              {!readOnly && (
                <IconButton
                  size="small"
                  aria-label={t('removeColumn', { fact: label })}
                  onClick={() => set({ displayFacts: displayFacts.filter((one) => one !== fact) })}
                >
                  <Icon name="close" size={12} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {!readOnly && displayFacts.length < mostDisplayFacts && (
        <FactSelect label={t('addColumn')} without={displayFacts} onChoose={(fact) => set({ displayFacts: [...displayFacts, fact] })} />
      )}
    </fieldset>
  );
}
