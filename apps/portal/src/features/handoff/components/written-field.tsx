import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './handoff.module.css';

interface WrittenFieldProps {
  readonly label: string;
  /** Says about whom it is, where several fields have the same label. */
  readonly fullLabel?: string;
  readonly value: string;
  readonly longest: number;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

/** From how many characters before the end on it is said how many are left. */
const nearTheEnd = 100;

/** A text that is being written. Nothing that is typed or pasted is cut off: what is too long says so. On paper it is the whole text. */
export function WrittenField({ label, fullLabel, value, longest, placeholder, onChange }: WrittenFieldProps) {
  const { t } = useTranslation('handoff');
  const id = useId();
  const left = longest - value.length;
  return (
    <div className={styles.written}>
      <label htmlFor={id} className={styles.part}>
        {fullLabel === undefined ? label : <span aria-hidden="true">{label}</span>}
        {fullLabel !== undefined && <span className="v-unseen">{fullLabel}</span>}
      </label>
      <textarea
        id={id}
        className={styles.area}
        value={value}
        placeholder={placeholder}
        aria-invalid={left < 0}
        aria-describedby={`${id}-left`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-left`} role={left < 0 ? 'alert' : undefined} className={left < 0 ? styles.fault : styles.left}>
        {left < 0 ? t('tooLong', { count: -left }) : left <= nearTheEnd ? t('left', { count: left }) : ''}
      </p>
      <p className={styles.paperText}>{value}</p>
    </div>
  );
}
