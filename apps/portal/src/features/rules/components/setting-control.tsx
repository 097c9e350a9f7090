import { severities } from '@vigil/domain/alerts/rule';
import { roleLabel } from '@vigil/domain/roles';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { rolesFor, type SettingField } from '../rule-values.ts';
import styles from '../rules.module.css';

interface SettingControlProps {
  readonly field: SettingField;
  /** What the rule is about, as it is typed. */
  readonly subject: string;
  /** What ties it to its form. */
  readonly bound: UseFormRegisterReturn;
  readonly control: { readonly id: string; readonly className: string; readonly 'aria-describedby': string | undefined };
  /** The unit in which levels are typed; empty where they have none. */
  readonly unit: string;
  /** What holds where nothing is said, in words; absent where something must be. */
  readonly inherited?: string;
}

/** The control of one setting of a rule: a text, a number with its unit, or a choice. */
export function SettingControl({ field, subject, bound, control, unit, inherited }: SettingControlProps): ReactNode {
  const { t } = useTranslation('rules');
  const options = useOptions(field, subject);
  if (options)
    return (
      <select {...control} {...bound}>
        {inherited !== undefined && <option value="">{t('asIs', { value: inherited })}</option>}
        {options.map(([id, word]) => (
          <option key={id} value={id}>
            {word}
          </option>
        ))}
      </select>
    );
  const isText = field === 'window' || field === 'baseline';
  const own = field === 'level' || field === 'clearing' ? unit : unitOf[field] && t(`unit.${unitOf[field]}`);
  const unitId = `${control.id}-unit`;
  const input = (
    <input
      {...control}
      {...bound}
      type="text"
      inputMode={isText ? undefined : 'decimal'}
      autoComplete="off"
      placeholder={inherited ?? (field === 'window' ? '1h' : field === 'baseline' ? '28dS1d' : undefined)}
      aria-describedby={[own && unitId, control['aria-describedby']].filter(Boolean).join(' ') || undefined}
    />
  );
  if (!own) return input;
  return (
    <span className={styles.withUnit}>
      {input}
      <span id={unitId} className={styles.unit}>
        {own}
      </span>
    </span>
  );
}

/** What the numbers are of that have the same unit in every rule. */
const unitOf: Readonly<Partial<Record<SettingField, 'minutes' | 'hours' | 'percent'>>> = {
  ...{ persistMinutes: 'minutes', timeToLiveHours: 'hours', leastCoverage: 'percent' },
};

function useOptions(field: SettingField, subject: string): readonly (readonly [id: string, word: string])[] | null {
  const { t } = useTranslation('rules');
  if (field === 'severity') return severities.toReversed().map((one) => [one, t(`severity.${one}`)] as const);
  if (field === 'role') return rolesFor({ subject }).map((one) => [one, roleLabel(one)] as const);
  if (field === 'closesOnClearing') return (['no', 'yes'] as const).map((one) => [one, t(one)] as const);
  return null;
}
