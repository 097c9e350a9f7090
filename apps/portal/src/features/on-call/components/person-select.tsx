import type { ActionRole } from '@vigil/domain/actions/moves';
import { roleLabel } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import styles from '../on-call.module.css';
import type { NameOf } from '../people.ts';
import { useHolders } from '../people.ts';

interface PersonSelectProps {
  readonly role: ActionRole;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
  readonly nameOf: NameOf;
  /** Who is not offered. */
  readonly without?: readonly string[];
}

/** One of those who hold a role. Whoever was chosen and holds it no longer stays named, until somebody else is chosen. */
export function PersonSelect({ role, label, value, error, onChange, nameOf, without = [] }: PersonSelectProps) {
  const { t } = useTranslation('onCall');
  const { holders, isFailed } = useHolders(role);
  const offered = (holders ?? []).filter(({ id }) => !without.includes(id));
  const isGone = value !== '' && !offered.some(({ id }) => id === value);
  return (
    <div>
      <Field label={label} error={error}>
        {(control) => (
          <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{t('choose')}</option>
            {isGone && <option value={value}>{nameOf(value)}</option>}
            {offered.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isFailed && <p className={styles.hint}>{t('peopleFailed')}</p>}
      {holders?.length === 0 && <p className={styles.hint}>{t('nobodyHolds', { role: roleLabel(role) })}</p>}
    </div>
  );
}
