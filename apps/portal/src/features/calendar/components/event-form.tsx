import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type EventType, eventScopes, eventTypes, usualNotifyMinutes } from '@vigil/contract/calendar.values';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ownZone, showTheSame } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { coversBottom } from '#ui/covers.ts';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { Icon } from '#ui/icons.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import styles from '../calendar.module.css';
import { momentsOf, slotsOf, withStart } from '../event-draft.ts';
import { kindIcons, timeText, whenText } from '../event-words.ts';
import type { EventForm as Form } from '../use-event-form.ts';
import { ActionSelect } from './action-select.tsx';
import { FreeBusy } from './free-busy.tsx';
import { MemberField, PeopleField } from './people-field.tsx';
import { RepeatFields } from './repeat-fields.tsx';

const notifyChoices = [0, 5, 10, 15, 30, 60, 120, 1_440] as const;

interface EventFormProps {
  readonly form: Form;
  /** Of the stored event: it is one of several that repeat. */
  readonly isSeries: boolean;
  readonly label: string;
}

/** An event in fields: all that dragging does and more. */
export function EventForm({ form, isSeries, label }: EventFormProps) {
  const { t } = useTranslation('calendar');
  const { draft, isSaving, isStale, failure } = form;
  const title = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLFormElement>(null);
  useFaultFocus(fields, form.faults, form.faults.size > 0);
  const isNew = draft.version === null;
  const isSlot = draft.type === 'APPOINTMENT_SLOT';
  useEffect(() => {
    title.current?.focus();
  }, []);
  const save = () => {
    if (!isSaving && !isStale) void form.save();
  };
  return (
    <form
      ref={fields}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={draft.type}
        aria-label={t('kindLabel')}
        onChange={(_event, type: EventType | null) => type && form.change({ type })}
      >
        {eventTypes.map((type) => (
          <ToggleButton key={type} value={type} className={styles.kindChoice ?? ''}>
            <Icon name={kindIcons[type]} size={14} /> {t(`kind.${type}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <p className={styles.hint}>{t(`kindHint.${draft.type}`)}</p>
      <Field label={t('title')} error={form.error('title')}>
        {(control) => (
          <input
            {...control}
            ref={title}
            type="text"
            autoComplete="off"
            value={draft.title}
            onChange={({ target }) => form.change({ title: target.value })}
          />
        )}
      </Field>
      <Times form={form} />
      {isSlot && isNew && <Slots form={form} />}
      {!isSlot && (
        <>
          <PeopleField chosen={draft.participants} onChange={(participants) => form.change({ participants })} />
          <FreeBusy draft={draft} />
        </>
      )}
      <details
        className={styles.more}
        open={draft.repeat.frequency !== '' || draft.description !== '' || draft.about !== null || undefined}
      >
        <summary>{t('moreFields')}</summary>
        <div className={styles.formPart}>
          <RepeatFields form={form} />
          {!isSlot && (
            <>
              <MemberField chosen={draft.about} onChange={(about) => form.change({ about, actionId: null })} />
              {draft.about && (
                <ActionSelect memberId={draft.about.id} value={draft.actionId} onChange={(actionId) => form.change({ actionId })} />
              )}
            </>
          )}
          <Notify form={form} />
          <Field label={t('description')} error={form.error('description')}>
            {(control) => (
              <textarea {...control} value={draft.description} onChange={({ target }) => form.change({ description: target.value })} />
            )}
          </Field>
        </div>
      </details>
      {isSeries && <ScopeChoice value={draft.scope} onChange={(scope) => form.change({ scope })} />}
      <footer ref={coversBottom} className={styles.formFoot}>
        <FormEnd
          failure={failure}
          save={t(isSaving ? 'saving' : 'save')}
          isSaving={isSaving}
          cannotSave={isStale}
          hasShortcut
          cancel={t('discard')}
          onCancel={form.leave}
        />
      </footer>
    </form>
  );
}

/** From when to when, by which clock; and by the reader's where that shows another time. */
function Times({ form }: Pick<EventFormProps, 'form'>) {
  const { t } = useTranslation('calendar');
  const { draft } = form;
  const own = ownZone();
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', draft.timeZone])].sort(), [draft.timeZone]);
  const { from, until } = momentsOf(draft);
  const minutes = (until - from) / 60_000;
  const differs = !Number.isNaN(from) && !showTheSame(draft.timeZone, own, from);
  return (
    <>
      <div className={styles.fields}>
        <Field label={t('from')} error={form.error('from')}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={draft.from}
              onChange={({ target }) => form.change(withStart(draft, target.value))}
            />
          )}
        </Field>
        {draft.type !== 'REMINDER' && (
          <Field label={t('until')} error={form.error('until')}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={draft.until}
                onChange={({ target }) => form.change({ until: target.value })}
              />
            )}
          </Field>
        )}
        <Field label={t('zone')} error={undefined}>
          {(control) => (
            <select {...control} value={draft.timeZone} onChange={({ target }) => form.change({ timeZone: target.value })}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <p className={styles.hint} aria-live="polite">
        {draft.type !== 'REMINDER' && minutes > 0 && t('lasts', { duration: durationText(minutes) })}
        {differs && !Number.isNaN(until) && ` ${t('byYourClock', { when: whenText(from, until, own), zone: zoneCity(own) })}`}
      </p>
    </>
  );
}

/** As 1 hr 30 min, in the reader's language. */
function durationText(minutes: number): string {
  const parts = { day: Math.floor(minutes / 1_440), hour: Math.floor((minutes % 1_440) / 60), minute: Math.round(minutes % 60) };
  const say = (unit: keyof typeof parts) =>
    new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(parts[unit]);
  return (['day', 'hour', 'minute'] as const).flatMap((unit) => (parts[unit] > 0 ? [say(unit)] : [])).join(' ');
}

/** One slot of all the time, or several one after the other. */
function Slots({ form }: Pick<EventFormProps, 'form'>) {
  const { t } = useTranslation('calendar');
  const { draft } = form;
  const slots = slotsOf(draft);
  const [first, last] = [slots[0], slots.at(-1)];
  return (
    <div className={styles.fields}>
      <Field label={t('each')} error={form.error('each')}>
        {(control) => (
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('eachWhole')}
            value={draft.each}
            onChange={({ target }) => form.change({ each: target.value.trim() })}
          />
        )}
      </Field>
      <p className={styles.hint} aria-live="polite">
        {first &&
          last &&
          t('slotsOf', { count: slots.length, from: timeText(first.from, draft.timeZone), until: timeText(last.until, draft.timeZone) })}
      </p>
    </div>
  );
}

function Notify({ form }: Pick<EventFormProps, 'form'>) {
  const { t } = useTranslation('calendar');
  const { notify, type } = form.draft;
  const chosen = notify === '' ? [] : [Number(notify)];
  const choices = [...new Set([...notifyChoices, ...chosen])].sort((one, other) => one - other);
  return (
    <Field label={t('notify')} error={undefined}>
      {(control) => (
        <select {...control} value={notify} onChange={({ target }) => form.change({ notify: target.value })}>
          <option value="">{type === 'REMINDER' ? t('notifyUsualReminder') : t('notifyUsual', { count: usualNotifyMinutes })}</option>
          {choices.map((minutes) => (
            <option key={minutes} value={String(minutes)}>
              {minutes === 0 ? t('notifyAtOnce') : t('notifyBefore', { duration: durationText(minutes) })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ScopeChoiceProps {
  readonly value: (typeof eventScopes)[number];
  readonly onChange: (scope: (typeof eventScopes)[number]) => void;
}

/** Of those that repeat, which are meant. */
export function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('calendar');
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{t('scopeLabel')}</legend>
      {eventScopes.map((scope) => (
        <label key={scope} className={styles.check}>
          <input type="radio" name={id} checked={scope === value} onChange={() => onChange(scope)} />
          {t(`scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  );
}
