import { recurrenceFrequencies } from '@vigil/contract/calendar.values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import styles from '../calendar.module.css';
import { type EventDraft, timesOf } from '../event-draft.ts';
import { dayOfText, weekdayOf } from '../span.ts';
import type { EventForm } from '../use-event-form.ts';

/** 1 is Monday; the fourth of January 2021 was one. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const nameOfWeekday = (weekday: number, length: 'short' | 'long') =>
  new Date(Date.UTC(2021, 0, 3 + weekday)).toLocaleDateString(undefined, { weekday: length, timeZone: 'UTC' });

/** Whether and how it comes again, and when the last one is. */
export function RepeatFields({ form }: { readonly form: EventForm }) {
  const { t } = useTranslation('calendar');
  const id = useId();
  const { repeat, from } = form.draft;
  // Those that were are history: another way of repeating holds from this one on.
  const change = (changed: Partial<EventDraft['repeat']>) => form.change({ repeat: { ...repeat, ...changed }, scope: 'following' });
  const ofFirst = weekdayOf(dayOfText(from.slice(0, 10)));
  const error = form.error('repeat');
  return (
    <div className={styles.formPart}>
      <div className={styles.fields}>
        <Field label={t('repeat.label')} error={error}>
          {(control) => (
            <select
              {...control}
              value={repeat.frequency}
              onChange={({ target }) => change({ frequency: target.value as EventDraft['repeat']['frequency'] })}
            >
              <option value="">{t('repeat.never')}</option>
              {recurrenceFrequencies.map((frequency) => (
                <option key={frequency} value={frequency}>
                  {t(`repeat.${frequency}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {repeat.frequency !== '' && (
          <Field label={t(`repeat.every.${repeat.frequency}`)} error={undefined}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                max={99}
                value={repeat.interval}
                onChange={({ target }) => change({ interval: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {repeat.frequency === 'WEEKLY' && (
        <fieldset className={styles.weekdays}>
          <legend>{t('repeat.on')}</legend>
          {weekdays.map((weekday) => (
            <label key={weekday} className={styles.check}>
              <input
                type="checkbox"
                aria-label={nameOfWeekday(weekday, 'long')}
                checked={weekday === ofFirst || repeat.weekdays.includes(weekday)}
                disabled={weekday === ofFirst}
                onChange={({ target }) =>
                  change({
                    weekdays: target.checked ? [...repeat.weekdays, weekday].sort() : repeat.weekdays.filter((one) => one !== weekday),
                  })
                }
              />
              {nameOfWeekday(weekday, 'short')}
            </label>
          ))}
        </fieldset>
      )}
      {repeat.frequency !== '' && (
        <fieldset className={styles.choices}>
          <legend>{t('repeat.ends')}</legend>
          <label className={styles.check}>
            <input type="radio" name={id} checked={repeat.ends === 'count'} onChange={() => change({ ends: 'count' })} />
            {t('repeat.after')}
            <input
              type="number"
              className={styles.number}
              min={1}
              max={366}
              aria-label={t('repeat.count')}
              value={repeat.count}
              onChange={({ target }) => change({ ends: 'count', count: target.value })}
            />
            {t('repeat.times')}
          </label>
          <label className={styles.check}>
            <input type="radio" name={id} checked={repeat.ends === 'until'} onChange={() => change({ ends: 'until' })} />
            {t('repeat.until')}
            <input
              type="date"
              className={styles.number}
              aria-label={t('repeat.lastDay')}
              value={repeat.until}
              onChange={({ target }) => change({ ends: 'until', until: target.value })}
            />
          </label>
          {/* Of those that stand already some may be past, moved or gone: they are counted anew where the rule is another. */}
          {form.isRepeatChanged && <Told draft={form.draft} />}
        </fieldset>
      )}
    </div>
  );
}

/** How many there are, and when the last one is, as soon as what is typed says enough. */
function Told({ draft }: { readonly draft: EventDraft }) {
  const { t } = useTranslation('calendar');
  const { ends, count, until, interval } = draft.repeat;
  const isWhole = draft.from !== '' && Number(interval) >= 1 && (ends === 'count' ? Number(count) >= 1 : until !== '');
  const times = isWhole ? timesOf(draft) : null;
  const last = times?.at(-1);
  return (
    <p className={styles.hint} aria-live="polite">
      {last !== undefined &&
        t('repeat.told', {
          count: times?.length ?? 0,
          last: new Date(last).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: draft.timeZone }),
        })}
    </p>
  );
}
