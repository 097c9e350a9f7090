import { mailLanguages, patientScopes } from '@vigil/contract/configurator.values';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor.ts';
import styles from './editors.module.css';
import { NumberField } from './number-field.tsx';

const msPerMinute = 60_000;

export function SwitchEditor({ id, value, onChange, disabled, describedBy }: EditorProps) {
  const { t } = useTranslation('settings');
  const [on, off] = typeof value === 'boolean' ? [true, false] : ['ON', 'OFF'];
  return (
    <label className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={value === on}
        aria-checked={value === on}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked ? on : off)}
      />
      <span aria-hidden="true">{t(value === on ? 'on' : 'off')}</span>
    </label>
  );
}

export function TextEditor({ id, value, onChange, disabled, describedBy, faultOf }: EditorProps) {
  return (
    <input
      id={id}
      className={styles.input}
      autoComplete="off"
      value={String(value ?? '')}
      disabled={disabled}
      aria-invalid={faultOf('') !== undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Kept in milliseconds, spoken of in minutes. */
export function MinutesEditor({ id, value, onChange, disabled, describedBy, faultOf }: EditorProps) {
  return (
    <span className={styles.withUnit}>
      <NumberField
        id={id}
        value={typeof value === 'number' ? value / msPerMinute : value}
        disabled={disabled}
        invalid={faultOf('') !== undefined}
        describedBy={describedBy}
        onChange={(minutes) => onChange(typeof minutes === 'number' ? Math.round(minutes * msPerMinute) : minutes)}
      />
      <span className={styles.unit}>min</span>
    </span>
  );
}

const choices = { 'access.patients': patientScopes, 'tenant.language': mailLanguages } as const;
type ChoicePath = keyof typeof choices;
export const isChoice = (path: string): path is ChoicePath => Object.hasOwn(choices, path);

export function ChoiceEditor({ path, id, value, onChange, disabled, describedBy }: EditorProps & { readonly path: ChoicePath }) {
  const { t } = useTranslation('settings');
  return (
    <select
      id={id}
      className={styles.input}
      value={String(value)}
      disabled={disabled}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices[path].map((choice) => (
        <option key={choice} value={choice}>
          {t(`choice.${choice}`)}
        </option>
      ))}
    </select>
  );
}

/** Set by the operator only, so there is nothing to type here. */
export function HostsList({ id, value }: EditorProps) {
  const { t } = useTranslation('settings');
  const hosts = Array.isArray(value) ? value.map(String) : [];
  return (
    <div id={id} className={styles.plain}>
      {hosts.length === 0 ? t('noHosts') : hosts.join(', ')}
    </div>
  );
}
