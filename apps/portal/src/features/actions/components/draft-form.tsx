import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { Icon } from '#ui/icons.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import { type ActionDraft, actionDrafts, type DraftField, isFirstShown } from '../action-drafts.ts';
import { useSendAction } from '../api/change-actions.ts';
import { bodyOf, type FormErrors } from '../draft-body.ts';
import { reasonOf } from '../failure-reason.ts';
import styles from './actions.module.css';

export interface DraftProps {
  readonly draft: ActionDraft;
  readonly memberId: string;
  readonly zone: string;
  /** The version of each action that is on screen, by id. */
  readonly versions: Readonly<Record<string, number>>;
}

/** What a field of a draft needs: its value, where it is kept, and what is wrong with it. */
export interface Bound {
  readonly value: (field: DraftField) => string;
  readonly keep: (field: DraftField, value: string) => void;
  readonly error: (field: DraftField) => string | undefined;
}

interface DraftFormProps extends DraftProps {
  readonly label: string;
  /** How many actions it was begun for, where several. */
  readonly children: (bound: Bound) => ReactNode;
}

const fields = 'select, input, textarea';

/** A form whose every key is kept at once; what the server would refuse is said beside its field, and what failed stays in it. */
export function DraftForm({ draft, memberId, zone, versions, label, children }: DraftFormProps) {
  const { t } = useTranslation('actions');
  const [errors, setErrors] = useState<FormErrors>({});
  const send = useSendAction(memberId);
  const form = useRef<HTMLFormElement>(null);
  const saving = draft.state === 'saving';
  // Whoever asked for the form goes on in it by keyboard: after the panel around it has taken the focus, where it opens with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form opens once.
  useEffect(() => {
    if (isFirstShown(draft.id)) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(fields)?.focus());
  }, []);
  // What is on screen as somebody begins is what they have seen; what comes later they are told of.
  useEffect(() => {
    if (draft.state !== 'writing') return;
    const begun = Object.entries(versions).filter(([id]) => draft.actionIds.includes(id) && draft.versions?.[id] === undefined);
    if (begun.length > 0) actionDrafts.put(memberId, { ...draft, versions: { ...draft.versions, ...Object.fromEntries(begun) } });
  }, [draft, memberId, versions]);
  useFaultFocus(form, errors, Object.values(errors).some(Boolean));
  /** What was refused is another request from then on: under its id it would be refused for good. */
  const asNew = (): ActionDraft => {
    if (draft.failure !== 'conflict') return draft;
    actionDrafts.remove(memberId, draft.id);
    const renewed = { ...draft, id: crypto.randomUUID() };
    actionDrafts.put(memberId, renewed);
    return renewed;
  };
  const bound: Bound = {
    value: (field) => draft.values[field] ?? '',
    keep: (field, value) => {
      setErrors((before) => ({ ...before, [field]: undefined }));
      actionDrafts.put(memberId, { ...asNew(), values: { ...draft.values, [field]: value }, state: 'writing', failure: null });
    },
    error: (field) => errors[field] && t(`error.${errors[field]}`),
  };
  const save = () => {
    const asked = asNew();
    const made = bodyOf(asked, { memberId, zone, versions });
    setErrors('errors' in made ? made.errors : {});
    if ('sendable' in made) send(asked, made.sendable);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !saving) save();
      }}
    >
      <h3 className={styles.formTitle}>{label}</h3>
      {children(bound)}
      <FormEnd
        failure={draft.failure && <Failure draft={draft} />}
        save={t(saving ? 'form.saving' : draft.state === 'failed' ? 'retry' : 'form.save')}
        isSaving={saving}
        hasShortcut
        cancel={t('form.cancel')}
        onCancel={() => actionDrafts.remove(memberId, draft.id)}
      />
    </form>
  );
}

function Failure({ draft: { failure, kind, stored = 0, joined = {} } }: { readonly draft: ActionDraft }) {
  const { t } = useTranslation('actions');
  const titles = [...new Set(Object.values(joined).flat())];
  const hasJoined = failure === 'conflict' && titles.length > 0;
  // Nothing tells of another version here: what was ended cannot be intervened on by trying again.
  const reason = kind === 'intervene' && failure === 'conflict' ? 'ended' : reasonOf(failure);
  return (
    <span className={styles.failure}>
      <Icon name="alert" size={14} />
      <span>
        <strong>{t(reason === 'unreachable' ? 'failure.unknownTitle' : 'failure.title')}</strong>{' '}
        {hasJoined ? t('failure.joined', { count: titles.length, titles: titles.join(', ') }) : t(`failure.${reason}`)}
        {stored > 0 && ` ${t('failure.stored', { count: stored })}`}
      </span>
    </span>
  );
}

interface ChoiceProps<T extends string> {
  readonly bound: Bound;
  readonly field: DraftField;
  readonly label: string;
  readonly options: readonly (readonly [id: T, word: string])[];
}

/** A list to choose one from. */
export function Choice<T extends string>({ bound, field, label, options }: ChoiceProps<T>) {
  const { t } = useTranslation('actions');
  return (
    <Field label={label} error={bound.error(field)}>
      {(control) => (
        <select {...control} value={bound.value(field)} onChange={(event) => bound.keep(field, event.target.value)}>
          <option value="">{t('form.choose')}</option>
          {options.map(([id, word]) => (
            <option key={id} value={id}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TypedProps {
  readonly bound: Bound;
  readonly field: DraftField;
  readonly label: string;
  readonly type?: 'text' | 'number' | 'date' | 'long';
}

/** A text, a number or a day. */
export function Typed({ bound, field, label, type = 'text' }: TypedProps) {
  return (
    <Field label={label} error={bound.error(field)}>
      {(control) =>
        type === 'long' ? (
          <textarea {...control} rows={3} value={bound.value(field)} onChange={(event) => bound.keep(field, event.target.value)} />
        ) : (
          <input
            {...control}
            type={type}
            autoComplete="off"
            {...(type === 'number' && { min: 0, max: 480, inputMode: 'numeric' as const })}
            value={bound.value(field)}
            onChange={(event) => bound.keep(field, event.target.value)}
          />
        )
      }
    </Field>
  );
}
