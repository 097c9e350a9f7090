import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { actionsOfMemberQuery } from '../api/calendar.ts';

interface ActionSelectProps {
  readonly memberId: string;
  readonly value: string | null;
  readonly onChange: (actionId: string | null) => void;
}

/** For which of the member's open actions it is; nothing where there is none. */
export function ActionSelect({ memberId, value, onChange }: ActionSelectProps) {
  const { t } = useTranslation('calendar');
  const { data } = useQuery(actionsOfMemberQuery(memberId));
  const actions = data?.content ?? [];
  if (actions.length === 0 && value === null) return null;
  const isGone = value !== null && !actions.some(({ action_id: id }) => id === value);
  return (
    <Field label={t('forAction')} error={undefined}>
      {(control) => (
        <select {...control} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{t('noAction')}</option>
          {isGone && <option value={value}>{t('endedAction')}</option>}
          {actions.map(({ action_id: id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
