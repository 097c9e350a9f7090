import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { mostShifts } from '@vigil/contract/alerts-on-call.values';
import { roleLabel } from '@vigil/domain/roles';
import { useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Caution } from '#ui/caution.tsx';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { Icon } from '#ui/icons.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import { clockOf } from '../clock.ts';
import styles from '../on-call.module.css';
import type { NameOf } from '../people.ts';
import { faultKey, faultsOf, gapsOf, type LineField, type RotaLine, type WeekAsWritten, weekdays } from '../rota-lines.ts';
import { useRotaForm } from '../use-rota-form.ts';
import { PersonSelect } from './person-select.tsx';

interface RotaFormProps {
  readonly rota: OnCallRota;
  readonly nowMs: number;
  readonly nameOf: NameOf;
  readonly onDone: () => void;
}

/** The week of a role in its lines: on which days, from when to when, who. Below them when nobody would be on call. */
export function RotaForm({ rota, nowMs, nameOf, onDone }: RotaFormProps) {
  const { t } = useTranslation('onCall');
  const form = useRotaForm(rota, onDone);
  const { draft, isStale, isSaving, failure, stored } = form;
  const box = useRef<HTMLFormElement>(null);
  const staleId = useId();
  useFaultFocus(box, form.faults, form.faults.size > 0);
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', draft.timeZone])].sort(), [draft.timeZone]);
  const title = t('rota.title', { role: roleLabel(rota.role) });
  return (
    <form
      ref={box}
      className={styles.form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && !isStale) form.save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isSaving && !isStale) form.save();
      }}
    >
      <h3 className={styles.partTitle}>{title}</h3>
      <p className={styles.hint}>{t('rota.about')}</p>
      {isStale && (
        <Caution labelledBy={staleId}>
          <h4 id={staleId} className={styles.staleTitle}>
            {t('rota.staleTitle')}
          </h4>
          <p>{t('rota.staleText')}</p>
          <Lines week={rota.shifts.length === 0 ? { ...stored, lines: [] } : stored} nameOf={nameOf} />
          <span className={styles.buttons}>
            <Button variant="contained" onClick={form.goOn}>
              {t('rota.staleMine')}
            </Button>
            <Button color="inherit" onClick={form.discard}>
              {t('rota.staleTheirs')}
            </Button>
          </span>
        </Caution>
      )}
      <div className={styles.zone}>
        <Field label={t('rota.zone')} error={undefined}>
          {(control) => (
            <select {...control} value={draft.timeZone} onChange={({ target }) => form.zone(target.value)}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {draft.lines.map((line, index) => (
        <Line key={line.id} n={index + 1} line={line} role={rota.role} form={form} nameOf={nameOf} />
      ))}
      <span className={styles.buttons}>
        <Button size="small" color="inherit" startIcon={<Icon name="plus" />} onClick={form.add}>
          {t('rota.add')}
        </Button>
      </span>
      <Gaps week={draft} nowMs={nowMs} />
      <FormEnd
        failure={failure}
        save={t(isSaving ? 'saving' : 'save')}
        isSaving={isSaving}
        cannotSave={isStale}
        hasShortcut
        cancel={t('discard')}
        onCancel={form.discard}
      />
    </form>
  );
}

interface LineProps extends Pick<RotaFormProps, 'nameOf'> {
  readonly n: number;
  readonly line: RotaLine;
  readonly role: OnCallRota['role'];
  readonly form: ReturnType<typeof useRotaForm>;
}

function Line({ n, line, role, form, nameOf }: LineProps) {
  const { t } = useTranslation('onCall');
  const error = (field: LineField) => {
    const fault = form.fault(faultKey(line.id, field));
    return fault && t(`rota.fault.${fault}`, { most: mostShifts });
  };
  const daysFault = error('weekdays');
  return (
    <fieldset className={styles.line}>
      <legend className="v-unseen">{t('rota.line', { n })}</legend>
      <fieldset className={styles.days} aria-describedby={daysFault && `${line.id}-days`}>
        <legend>{t('rota.days')}</legend>
        {weekdays.map((day) => (
          <label key={day} className={styles.dayChoice}>
            <input
              type="checkbox"
              aria-label={t(`rota.dayLong.${day}`)}
              aria-invalid={daysFault !== undefined}
              checked={line.weekdays.includes(day)}
              onChange={({ target }) =>
                form.line(line.id, {
                  weekdays: target.checked ? [...line.weekdays, day].sort() : line.weekdays.filter((one) => one !== day),
                })
              }
            />
            <span>{t(`rota.day.${day}`)}</span>
          </label>
        ))}
        <p id={`${line.id}-days`} role="alert" className={styles.failed}>
          {daysFault}
        </p>
      </fieldset>
      {(['from', 'to'] as const).map((field) => (
        <Field key={field} label={t(`rota.${field}`)} error={error(field)}>
          {(control) => (
            <input {...control} type="time" value={line[field]} onChange={({ target }) => form.line(line.id, { [field]: target.value })} />
          )}
        </Field>
      ))}
      <PersonSelect
        role={role}
        label={t('person')}
        value={line.staffId}
        error={error('staffId')}
        nameOf={nameOf}
        onChange={(staffId) => form.line(line.id, { staffId })}
      />
      <IconButton aria-label={t('rota.remove', { n })} title={t('rota.remove', { n })} onClick={() => form.remove(line.id)}>
        <Icon name="close" />
      </IconButton>
    </fieldset>
  );
}

/** What a week says, line by line. */
function Lines({ week, nameOf }: { readonly week: WeekAsWritten; readonly nameOf: NameOf }) {
  const { t } = useTranslation('onCall');
  if (week.lines.length === 0) return <p>{t('rota.staleNone')}</p>;
  return (
    <ul className={styles.rows}>
      {week.lines.map(({ id, weekdays: days, from, to, staffId }) => (
        <li key={id}>
          {t('rota.lineSays', {
            days: days.map((day) => t(`rota.day.${day as 1}`)).join(', '),
            ...{ from, to, name: nameOf(staffId) },
          })}
        </li>
      ))}
    </ul>
  );
}

const mostGaps = 3;

/** When nobody would be on call, as soon as what is typed says enough. */
function Gaps({ week, nowMs }: { readonly week: WeekAsWritten; readonly nowMs: number }) {
  const { t } = useTranslation('onCall');
  const isWhole = faultsOf(week.lines).size === 0;
  const gaps = isWhole ? gapsOf(week, nowMs) : [];
  const { zone, time } = clockOf(week.timeZone, nowMs);
  const moment = (ms: number) => `${new Date(ms).toLocaleDateString(undefined, { weekday: 'short', timeZone: zone })} ${time(ms)}`;
  const told = gaps.slice(0, mostGaps).map(({ from, until }) => t('span', { from: moment(from), until: moment(until) }));
  if (gaps.length > mostGaps) told.push(t('rota.more', { count: gaps.length - mostGaps }));
  return (
    <p className={gaps.length > 0 ? styles.gaps : styles.hint} aria-live="polite">
      {isWhole &&
        (week.lines.length === 0 ? t('rota.none') : gaps.length === 0 ? t('rota.full') : t('rota.gaps', { gaps: told.join('; ') }))}
    </p>
  );
}
