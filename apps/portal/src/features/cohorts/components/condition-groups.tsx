import { mostConditions } from '@vigil/domain/cohorts/conditions';
import { useTranslation } from 'react-i18next';
import type { Preview } from '../api/cohorts.ts';
import { newCondition, newGroup, type TypedCondition, type TypedGroup } from '../cohort-draft.ts';
import styles from '../cohorts.module.css';
import type { DraftControl } from '../use-cohort-draft.ts';
import { ConditionFields } from './condition-fields.tsx';
import { FactSelect } from './fact-select.tsx';
import { GroupTally } from './group-tally.tsx';

interface ConditionGroupsProps {
  readonly control: Pick<DraftControl, 'draft' | 'set'>;
  readonly readOnly: boolean;
  /** What each group does, by its key; undefined: not known, or not yet. */
  readonly tallies: ReadonlyMap<string, Preview['meta']['conditions'][number]>;
  readonly population: number | null;
}

/** Conditions that all have to hold; within a card one of several is enough. */
export function ConditionGroups({ control: { draft, set }, readOnly, tallies, population }: ConditionGroupsProps) {
  const { t } = useTranslation('cohorts');
  const { groups, units } = draft;
  const isFull = groups.reduce((sum, { any }) => sum + any.length, 0) >= mostConditions;
  const put = (group: TypedGroup, any: readonly TypedCondition[]) =>
    set({
      groups:
        any.length === 0
          ? groups.filter(({ key }) => key !== group.key)
          : groups.map((one) => (one.key === group.key ? { ...one, any } : one)),
    });
  return (
    <section aria-labelledby="cohort-conditions">
      <h2 id="cohort-conditions" className={styles.heading}>
        {t('conditions')}
      </h2>
      <p className={styles.hint}>{t('conditionsHelp')}</p>
      <ol className={styles.groups}>
        {groups.map((group, at) => (
          <li key={group.key} className={styles.group}>
            {at > 0 && <span className={styles.and}>{t('and')}</span>}
            <div className={styles.groupCard}>
              {group.any.map((condition, place) => (
                <div key={condition.key}>
                  {place > 0 && <span className={styles.or}>{t('or')}</span>}
                  <ConditionFields
                    condition={condition}
                    units={units}
                    readOnly={readOnly}
                    onChange={(next) =>
                      put(
                        group,
                        group.any.map((one) => (one.key === next.key ? next : one)),
                      )
                    }
                    onRemove={() =>
                      put(
                        group,
                        group.any.filter(({ key }) => key !== condition.key),
                      )
                    }
                  />
                </div>
              ))}
              <div className={styles.groupFoot}>
                {!readOnly && !isFull && (
                  <FactSelect label={t('orAnother')} onChoose={(fact) => put(group, [...group.any, chosen(fact)])} />
                )}
                <GroupTally tally={tallies.get(group.key)} population={population} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      {!readOnly &&
        (isFull ? (
          <p className={styles.hint}>{t('full', { most: mostConditions })}</p>
        ) : (
          <FactSelect
            label={t(groups.length === 0 ? 'addFirst' : 'addAnother')}
            onChoose={(fact) => set({ groups: [...groups, { ...newGroup(fact), any: [chosen(fact)] }] })}
          />
        ))}
    </section>
  );
}

/** A diagnosis has one word only. */
const chosen = (fact: string): TypedCondition => ({ ...newCondition(fact), words: fact.startsWith('e_') ? ['yes'] : [] });
