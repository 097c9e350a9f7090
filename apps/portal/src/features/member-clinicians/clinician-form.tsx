import type { CareTeamMember } from '@vigil/contract/registry-care-team.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { fullName, rolesInWords } from '#ui/person.tsx';
import styles from './member-clinicians.module.css';
import type { HowAssigned } from './use-changes.ts';

interface ClinicianFormProps {
  readonly label: string;
  readonly submit: string;
  /** Who can be chosen. */
  readonly staff: readonly CareTeamMember[];
  readonly busy: boolean;
  /** Whether it can be said how: with subordinates, or taking the member over. */
  readonly withOptions?: boolean;
  readonly onSubmit: (clinician: CareTeamMember, how: HowAssigned) => void;
  readonly onCancel: () => void;
}

/** Chooses one of the care team. What was chosen stays when it fails. */
export function ClinicianForm({ label, submit, staff, busy, withOptions = false, onSubmit, onCancel }: ClinicianFormProps) {
  const { t } = useTranslation('memberClinicians');
  const [chosen, setChosen] = useState('');
  const [how, setHow] = useState<HowAssigned>('DIRECT_ASSIGNMENT');
  const [told, setTold] = useState(false);
  const clinician = staff.find(({ id }) => id === chosen);
  const option = (value: HowAssigned, text: string) => (
    <label className={styles.option}>
      <input type="checkbox" checked={how === value} onChange={() => setHow(how === value ? 'DIRECT_ASSIGNMENT' : value)} /> {text}
    </label>
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (clinician) onSubmit(clinician, how);
        else setTold(true);
      }}
    >
      <Field label={label} error={told && !clinician ? t('choose') : undefined}>
        {(control) => (
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form.
          <select {...control} autoFocus value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{t('choose')}</option>
            {staff.map((one) => (
              <option key={one.id} value={one.id}>
                {fullName(one)} · {rolesInWords(one.roles)} · {one.caseload}
              </option>
            ))}
          </select>
        )}
      </Field>
      {withOptions && option('full', t('full'))}
      {withOptions && option('TRANSFER_ASSIGNMENT', t('takeOver'))}
      <FormEnd failure={null} save={busy ? t('working') : submit} isSaving={busy} cancel={t('cancel')} onCancel={onCancel} />
    </form>
  );
}
