import { longestTeamName } from '@vigil/contract/registry-teams.values';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';

interface NameFieldProps {
  readonly value: string;
  /** What the server or the form has against it. */
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
  readonly autoFocus?: boolean;
}

export function NameField({ value, error, onChange, autoFocus = false }: NameFieldProps) {
  const { t } = useTranslation('adminTeams');
  return (
    <Field label={t('teamName')} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          value={value}
          // biome-ignore lint/a11y/noAutofocus: the form was opened just now, and its name is what it asks for first.
          autoFocus={autoFocus}
          autoComplete="off"
          maxLength={longestTeamName}
          placeholder={t('namePlaceholder')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
