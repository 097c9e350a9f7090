import { actionCategoryIds, liveStatuses, priorities } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import styles from '../open-actions.module.css';
import type { OpenActionsSearch } from '../open-actions-search.ts';

interface FiltersProps {
  readonly search: OpenActionsSearch;
  readonly canWrite: boolean;
  readonly onChange: (to: Partial<OpenActionsSearch>) => void;
}

/** Which open actions are listed. */
export function OpenActionsFilters({ search, canWrite, onChange }: FiltersProps) {
  const { t } = useTranslation('actions');
  return (
    <div className={styles.filters}>
      {canWrite && (
        <Choice
          label={t('across.whose')}
          value={search.whose}
          options={(['mine', 'all'] as const).map((id) => [id, t(`across.whoses.${id}`)])}
          onChange={(whose) => onChange({ whose })}
        />
      )}
      <Choice
        label={t('across.status')}
        value={search.status}
        options={[['any', t('across.every.status')], ...liveStatuses.map((id) => [id, t(`status.${id}`)] as const)]}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={t('category')}
        value={search.category}
        options={[['any', t('everyCategory')], ...actionCategoryIds.map((id) => [id, t(`categories.${id}`)] as const)]}
        onChange={(category) => onChange({ category })}
      />
      <Choice
        label={t('priority')}
        value={search.priority}
        options={[['any', t('across.every.priority')], ...priorities.map((id) => [id, t(`priorities.${id}`)] as const)]}
        onChange={(priority) => onChange({ priority })}
      />
    </div>
  );
}

interface ChoiceProps<Word extends string> {
  readonly label: string;
  readonly value: Word;
  readonly options: readonly (readonly [id: Word, word: string])[];
  readonly onChange: (value: Word) => void;
}

function Choice<Word extends string>({ label, value, options, onChange }: ChoiceProps<Word>) {
  return (
    <select aria-label={label} className={styles.choice} value={value} onChange={(event) => onChange(event.target.value as Word)}>
      {options.map(([id, word]) => (
        <option key={id} value={id}>
          {word}
        </option>
      ))}
    </select>
  );
}
