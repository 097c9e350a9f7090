import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Field } from '#ui/field.tsx';
import { callsForCare } from '../api/advice.ts';
import { typedText } from '../concern.ts';
import { type LogDraft, logDrafts } from '../log-drafts.ts';
import styles from '../logging.module.css';
import { type Doubt, doubtAbout, type Fault, faultsOf, type Meant, meantBy, measuredBy } from '../to-activity.ts';
import { DoubtQuestion } from './doubt-question.tsx';
import { MeasureField } from './measure-field.tsx';
import { MealFields, MedicationFields, type TextFieldsProps, WorkoutFields } from './text-fields.tsx';

interface LogFormProps extends Pick<TextFieldsProps, 'memberId' | 'own' | 'knownTitles'> {
  /** What is being written, as it was kept. Another draft needs another `key`. */
  readonly draft: LogDraft;
  readonly zone: string;
  /** The last weight of a month; null where there is none. */
  readonly lastWeightKg: number | null;
  readonly onSave: (draft: LogDraft) => void;
  readonly onBack: () => void;
}

/**
 * One thing being logged. Each key is kept at once; what would be refused is said beside its field, and what is possible and rare
 * is asked about, with what was typed left as it is.
 */
export function LogForm({ draft, zone, lastWeightKg, onSave, onBack, ...fields }: LogFormProps) {
  const { t, i18n } = useTranslation('logging');
  const [tried, setTried] = useState(false);
  const [checking, setChecking] = useState(false);
  const now = useRef(draft);
  now.current = draft;
  const form = useRef<HTMLFormElement>(null);
  const nowMs = useNow();
  const faults = faultsOf(draft, zone, nowMs);
  const written = (figure: number | undefined) => (figure === undefined ? '' : new Intl.NumberFormat(i18n.language).format(figure));
  const told = (fault: Fault | undefined) =>
    tried && fault
      ? t(`fault.${fault.key}`, { low: written(fault.low), high: written(fault.high), max: written(fault.max), unit: fault.unit })
      : undefined;
  const errors = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, told(fault)]));
  const keep = (next: LogDraft) => logDrafts.put(fields.memberId, next);
  const { doubt, ...undoubted } = draft;
  const onType = (field: string, text: string) => keep({ ...undoubted, values: { ...draft.values, [field]: text } });
  // Kept with what was typed: whoever looks elsewhere first is asked again, and told that it is not saved.
  const ask = (about: Doubt) => keep({ ...now.current, doubt: about });
  async function save(sent: LogDraft) {
    setTried(true);
    const wrong = Object.keys(faultsOf(sent, zone, Date.now()));
    if (wrong.length > 0) return queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    const rare = doubtAbout(sent, lastWeightKg);
    if (rare) return ask(rare);
    const typed = typedText(sent);
    const [metric] = measuredBy[sent.kind];
    if (metric && sent.confirmed !== typed) {
      setChecking(true);
      const asks = await callsForCare(fields.memberId, sent);
      setChecking(false);
      // What was typed on meanwhile is another value: it is saved when somebody says so.
      if (typedText(now.current) !== typed) return;
      if (asks) return ask({ metric, about: 'concern', typed });
    }
    onSave(sent);
  }
  function take({ draft: meant }: Meant) {
    keep(meant);
    void save(meant);
  }
  const parts = { ...fields, draft, errors, onType };
  const measures = measuredBy[draft.kind];

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={t(`kind.${draft.kind}`)}
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      <h2 className={styles.formTitle}>{t(`kind.${draft.kind}`)}</h2>
      {measures.map((metric, index) => (
        <MeasureField
          key={metric}
          metric={metric}
          draft={draft}
          error={errors[metric]}
          meant={tried && faults[metric]?.key === 'bounds' ? meantBy(metric, draft, lastWeightKg) : null}
          onTake={take}
          autoFocus={index === 0}
          onType={(text) => onType(metric, text)}
        />
      ))}
      {draft.kind === 'meal' && <MealFields {...parts} />}
      {draft.kind === 'medication' && <MedicationFields {...parts} />}
      {draft.kind === 'workout' && <WorkoutFields {...parts} />}
      <div className={styles.when}>
        <Field label={t('field.date')} error={undefined}>
          {(field) => (
            <input {...field} type="date" value={draft.date} onChange={(event) => keep({ ...draft, date: event.target.value })} />
          )}
        </Field>
        <Field label={t('field.time')} error={errors.time}>
          {(field) => (
            <input {...field} type="time" value={draft.time} onChange={(event) => keep({ ...draft, time: event.target.value })} />
          )}
        </Field>
      </div>
      {!fields.own && <p className={styles.hint}>{t('hint.zone', { zone: zoneCity(zone) })}</p>}
      {doubt ? (
        <DoubtQuestion
          doubt={doubt}
          draft={draft}
          lastWeightKg={lastWeightKg}
          meant={meantBy(doubt.metric, draft, lastWeightKg)}
          onTake={take}
          onYes={() => {
            const confirmed = { ...undoubted, confirmed: doubt.typed };
            keep(confirmed);
            void save(confirmed);
          }}
          onNo={() => {
            keep(undoubted);
            form.current?.querySelector('input')?.focus();
          }}
        />
      ) : (
        <span className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={checking}>
            {t('save')}
          </Button>
          <Button color="inherit" onClick={onBack}>
            {t('back')}
          </Button>
        </span>
      )}
    </form>
  );
}
