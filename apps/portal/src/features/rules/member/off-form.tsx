import { useQuery } from '@tanstack/react-query';
import { longestOffDays, longestOffReason } from '@vigil/contract/alerts.values';
import { calendarDay, memberTimeZone, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { useEffect, useRef } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { useNow } from '#lib/now.ts';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { keptValues, type LayerDraftPlace, useKeptForm, useTypedUnits } from '../layer-drafts.ts';
import styles from '../rules.module.css';

interface OffFormProps {
  readonly memberId: string;
  readonly draft: LayerDraftPlace;
  readonly title: string;
  readonly failure: string | null;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  readonly onSave: (off: { reason: string; until: number }) => void;
}

interface OffValues {
  readonly reason: string;
  /** The last day on which it is off, yyyy-MM-dd in the member's zone. */
  readonly lastDay: string;
}

const dayMs = 86_400_000;
const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
const usualDays = 7;

/** Switches a rule off for a member: never without a reason, and never without an end. */
export function OffForm({ memberId, draft, title, failure, isSaving, onCancel, onSave }: OffFormProps) {
  const { t } = useTranslation('rules');
  const zone = memberTimeZone(useQuery(accountQuery(memberId)).data?.languageRegion.timezone);
  const today = calendarDay(useNow() / 1000, zone);
  // The end is the start of the day after: at most so many days from now.
  const last = today + longestOffDays - 1;
  const resolver: Resolver<OffValues> = (values) => {
    const day = Date.parse(`${values.lastDay}T00:00:00Z`) / dayMs;
    const errors: FieldErrors<OffValues> = {
      ...(values.reason.trim() === '' && { reason: { type: 'rule', message: t('member.reasonMissing') } }),
      ...(!(day >= today && day <= last) && { lastDay: { type: 'rule', message: t('member.endFault', { count: longestOffDays }) } }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
  const form = useForm<OffValues>({
    defaultValues: { reason: '', lastDay: textOf(today + usualDays), ...keptValues(draft) },
    resolver,
  });
  const { register, handleSubmit, formState } = form;
  useKeptForm(form, draft, useTypedUnits(draft));
  const box = useRef<HTMLFormElement>(null);
  const wasKept = useRef(keptValues(draft) !== undefined);
  // Whoever asked for it goes on in it by keyboard; one that is found with the page leaves the focus where it is.
  useEffect(() => {
    if (!wasKept.current) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const { errors } = formState;
  const save = handleSubmit(({ reason, lastDay }) =>
    onSave({ reason: reason.trim(), until: startOfCalendarDay(Date.parse(`${lastDay}T00:00:00Z`) / dayMs + 1, zone) }),
  );
  return (
    <form
      ref={box}
      className={styles.layerForm}
      noValidate
      aria-label={t('member.offOf', { title })}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !keptValues(draft)) onCancel();
      }}
    >
      <div className={styles.fields}>
        <Field label={t('member.reason')} error={errors.reason?.message}>
          {(control) => <input {...control} {...register('reason')} type="text" autoComplete="off" maxLength={longestOffReason} />}
        </Field>
        <Field label={t('member.lastDay')} error={errors.lastDay?.message}>
          {(control) => <input {...control} {...register('lastDay')} type="date" min={textOf(today)} max={textOf(last)} />}
        </Field>
      </div>
      <p className={styles.hint}>{t('member.offText')}</p>
      <FormEnd
        failure={failure}
        save={t(isSaving ? 'saving' : 'member.off')}
        isSaving={isSaving}
        cancel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
