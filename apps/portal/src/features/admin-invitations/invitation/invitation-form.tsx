import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import { mailLanguages } from '@vigil/contract/configurator.values';
import { sexes } from '@vigil/contract/registry.values';
import type { Invited } from '@vigil/contract/user-admin.contract';
import { invitableRoles, type Realm } from '@vigil/contract/user-admin.values';
import { roleLabel } from '@vigil/domain/roles';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '#lib/language.ts';
import { session } from '#lib/session/session.ts';
import { tryOf } from '#lib/tried.ts';
import { coversBottom } from '#ui/covers.ts';
import { Field } from '#ui/field.tsx';
import { useInvite } from '../api/invite.ts';
import { channelsQuery } from '../api/onboarding.ts';
import { errorsOf, type InvitationErrors, type InvitationField } from './check.ts';
import { type InvitationDraft, invitationDrafts } from './drafts.ts';
import styles from './invitation.module.css';
import { type InvitationValues, inUnits, isEmpty, payloadOf, type TextField } from './values.ts';

interface InvitationFormProps {
  readonly realm: Realm;
  /** What is being filled in, as it was kept. Another draft needs another `key`. */
  readonly draft: InvitationDraft;
  readonly onInvited: (invited: Invited, values: InvitationValues) => void;
}

/** Who is invited. Each key is kept at once; what the server refuses is said beside its field, and everything typed stays. */
export function InvitationForm({ realm, draft, onInvited }: InvitationFormProps) {
  const { t } = useTranslation(['adminInvitations', 'ui']);
  const [values, setValues] = useState(draft.values);
  const [errors, setErrors] = useState<InvitationErrors>({});
  const [tried, setTried] = useState(draft.tried);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const invite = useInvite();
  const { data: ways } = useQuery(channelsQuery());

  const change = (next: InvitationValues) => {
    setValues(next);
    if (isEmpty(next)) invitationDrafts.remove(realm, draft.id);
    else invitationDrafts.put(realm, { id: draft.id, values: next, tried });
  };
  const focusFirstError = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const send = () => {
    if (invite.isPending) return;
    const trying = tryOf({ id: draft.id, tried }, JSON.stringify(payloadOf(values, realm, '')));
    const body = payloadOf(values, realm, trying.id);
    const found = errorsOf(body, realm, new Date().toISOString().slice(0, 10), ways?.invitesByPhone !== false);
    setErrors(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return focusFirstError();
    setTried(trying);
    invitationDrafts.put(realm, { id: draft.id, values, tried: trying });
    invite.mutate(
      { params: { realm, tenantId: session.get()?.tenant.tenant_ID ?? '' }, body },
      {
        onSuccess: (invited) => onInvited(invited, values),
        onError: (failure) => {
          setRefusal(failure);
          focusFirstError();
        },
      },
    );
  };

  const errorOf = (field: InvitationField): string | undefined => {
    const own = errors[field];
    const isImperial = values.units === 'imperial';
    if (own === 'height' && isImperial) return t('error.heightInFeet');
    if (own === 'weight' && isImperial) return t('error.weightInPounds');
    return own ? t(`error.${own}`) : refusal?.fields.find((one) => one.field === field)?.message;
  };
  const set = (field: keyof InvitationValues) => (value: string | boolean) => change({ ...values, [field]: value });
  const text = (
    field: TextField & InvitationField,
    more: { type?: string; autoComplete?: string; required?: boolean; needed?: boolean; hint?: string } = {},
  ) => (
    <Field label={t(`field.${field}`) + (more.required || more.needed ? '' : ` ${t('optional')}`)} error={errorOf(field)}>
      {(control) => (
        <input
          {...control}
          type={more.type ?? 'text'}
          required={more.required}
          autoComplete="off"
          placeholder={more.hint}
          value={values[field]}
          onChange={(event) => set(field)(event.target.value)}
        />
      )}
    </Field>
  );
  const unplaced = refusal && !refusal.fields.some(({ field }) => field in values || ['roles', 'height', 'weight'].includes(field));

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={t(`invite.${realm}.title`)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Part title={t('part.person')}>
        {text('givenName', { required: true })}
        {text('middleNames')}
        {text('familyName', { required: true })}
        {text('title', { hint: t('hint.title') })}
        {text('email', { type: 'email', required: realm === 'care', needed: true })}
        {text('phoneNumber', { type: 'tel', hint: t('hint.phoneNumber') })}
        <Choice
          label={`${t('field.language')} ${t('optional')}`}
          error={errorOf('language')}
          value={values.language}
          onChange={set('language')}
          options={mailLanguages.map((language) => [language, languageNames[language]])}
          none={t('clinicLanguage')}
        />
        {realm === 'care' && (
          <>
            <Choice
              label={t('field.roles')}
              error={errorOf('roles')}
              value={values.role}
              onChange={set('role')}
              options={invitableRoles.map((role) => [role, roleLabel(role)])}
              none={t('choose')}
            />
            <label className={styles.tick}>
              <input type="checkbox" checked={values.isAdministrator} onChange={(event) => set('isAdministrator')(event.target.checked)} />
              <span>
                {t('field.isAdministrator')}
                <small>{t('hint.isAdministrator')}</small>
              </span>
            </label>
          </>
        )}
        {realm === 'care' && text('employeeId')}
      </Part>
      {realm === 'patient' && (
        <Part title={t('part.health')}>
          {text('dateOfBirth', { type: 'date' })}
          <Choice
            label={`${t('field.sex')} ${t('optional')}`}
            error={errorOf('sex')}
            value={values.sex}
            onChange={set('sex')}
            options={sexes.filter((sex) => sex !== 'unknown').map((sex) => [sex, t(`ui:sex.${sex}`)])}
            none={t('notSaid')}
          />
          {text('gender')}
          {text('mrn')}
          <Measures
            values={values}
            onUnits={(units) => change(inUnits(values, units))}
            set={set}
            height={errorOf('height')}
            weight={errorOf('weight')}
          />
          <label className={styles.tick}>
            <input type="checkbox" checked={values.qhcp} onChange={(event) => set('qhcp')(event.target.checked)} />
            <span>
              {t('field.qhcp')}
              <small>{t('hint.qhcp')}</small>
            </span>
          </label>
        </Part>
      )}
      <Part title={t('part.address')}>
        {text('streetAddress')}
        {text('city')}
        {text('state')}
        {text('zip')}
        {text('countryCode', { hint: 'US' })}
        {text('countryName')}
        {text('timezone', { hint: 'America/Chicago' })}
      </Part>
      <div ref={coversBottom} className={styles.foot}>
        {unplaced && (
          <p role="alert" className={styles.refusal}>
            {refusal.status === 0 ? t('unreachable') : refusal.message}
          </p>
        )}
        <p className={styles.hint}>{t(`invite.${realm}.what`)}</p>
        <Button type="submit" variant="contained" disabled={invite.isPending}>
          {t(invite.isPending ? 'inviting' : `invite.${realm}.submit`)}
        </Button>
      </div>
    </form>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** What stands there before a choice. */
  readonly none: string;
}

function Choice({ label, error, value, onChange, options, none }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{none}</option>
          {options.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface MeasuresProps {
  readonly values: InvitationValues;
  readonly onUnits: (units: UnitSystem) => void;
  readonly set: (field: TextField) => (value: string) => void;
  readonly height: string | undefined;
  readonly weight: string | undefined;
}

/** Height and weight in the units that the member thinks in; both are kept with the account. */
function Measures({ values, onUnits, set, height, weight }: MeasuresProps) {
  const { t } = useTranslation('adminInvitations');
  const number = (field: TextField, label: string, error: string | undefined) => (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={values[field]}
          onChange={(event) => set(field)(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      <fieldset className={styles.units}>
        <legend>{t('units')}</legend>
        {(['imperial', 'metric'] as const).map((units) => (
          <label key={units}>
            <input type="radio" name="units" checked={values.units === units} onChange={() => onUnits(units)} /> {t(`unitsOf.${units}`)}
          </label>
        ))}
      </fieldset>
      {values.units === 'imperial' ? (
        <>
          <div className={styles.pair}>
            {number('feet', t('field.feet'), height)}
            {number('inches', t('field.inches'), undefined)}
          </div>
          {number('pounds', t('field.pounds'), weight)}
        </>
      ) : (
        <>
          {number('centimeters', t('field.centimeters'), height)}
          {number('kilograms', t('field.kilograms'), weight)}
        </>
      )}
    </>
  );
}
