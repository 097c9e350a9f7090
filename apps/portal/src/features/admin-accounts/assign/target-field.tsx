import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { Field } from '#ui/field.tsx';
import { careTeamQuery, teamsQuery } from '../api/assign-many.ts';
import styles from './assign.module.css';
import { recentTargets, type Target, targetsOf } from './targets.ts';

interface TargetFieldProps {
  readonly chosen: Target | null;
  readonly onChange: (chosen: Target | null) => void;
}

/** A clinician or a care team, found by part of the name; those chosen last come first. */
export function TargetField({ chosen, onChange }: TargetFieldProps) {
  const { t } = useTranslation('adminAccounts');
  const recent = useStore(recentTargets.store)[useSession().userId] ?? [];
  const [staff, teams] = [useQuery(careTeamQuery()), useQuery(teamsQuery())];
  const failed = staff.isError || teams.isError;
  return (
    <Field label={t('assign.to')} error={failed && !(staff.data && teams.data) ? t('assign.targetsFailed') : undefined}>
      {({ id }) => (
        <Autocomplete
          id={id}
          size="small"
          options={targetsOf(staff.data ?? [], teams.data ?? [], recent)}
          value={chosen}
          loading={staff.isPending || teams.isPending}
          openOnFocus
          autoHighlight
          isOptionEqualToValue={(one, other) => one.key === other.key}
          getOptionKey={({ key }) => key}
          getOptionLabel={({ name }) => name}
          onChange={(_event, value) => onChange(value)}
          noOptionsText={t('assign.noMatch')}
          loadingText={t('assign.loading')}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
              <span className={styles.option}>
                <span>{option.name}</span>
                <span className={styles.detail}>
                  {[
                    option.isRecent && t('assign.recent'),
                    option.roles ?? t('assign.careTeam'),
                    t('assign.caseload', { count: option.caseload }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </li>
          )}
          renderInput={(field) => <TextField {...field} autoFocus placeholder={t('assign.placeholder')} />}
        />
      )}
    </Field>
  );
}
