import { offeredDiagnoses, offeredDiseases } from '@vigil/domain/cohorts/offered-facts';
import { measureOf } from '@vigil/domain/facts/measures';
import { useTranslation } from 'react-i18next';
import { measuresFound } from '#lib/measure-groups.ts';
import styles from '../cohorts.module.css';

interface FactSelectProps {
  readonly label: string;
  /** Ids that are not offered. */
  readonly without?: readonly string[];
  readonly onChoose: (fact: string) => void;
}

const outside = [
  ['risks', offeredDiseases.map((disease) => `relative_population_${disease}`)],
  ['diagnoses', offeredDiagnoses.map((condition) => `e_${condition}`)],
] as const;

/** Chooses a fact, by its heading; what is chosen is told, and the list stands as before. */
export function FactSelect({ label, without = [], onChoose }: FactSelectProps) {
  const { t } = useTranslation('cohorts');
  const measured = measuresFound('').map(([group, some]) => [t(`group.${group}`), some.map(({ id }) => id)] as const);
  const groups = [...measured, ...outside.map(([group, ids]) => [t(`group.${group}`), ids] as const)];
  return (
    <select className={styles.add} aria-label={label} value="" onChange={(event) => event.target.value && onChoose(event.target.value)}>
      <option value="">{label}</option>
      {groups.map(([name, ids]) => (
        <optgroup key={name} label={name}>
          {ids
            .filter((id) => !without.includes(id))
            .map((id) => (
              <option key={id} value={id}>
                {measureOf(id)?.label ?? id}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
