import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type PanelAssignmentType, panelAssignmentTypes } from '@vigil/contract/events-processor.values';
import type { MeasureFilter } from '@vigil/domain/facts/measure-filter';
import type { Measure, NumberMeasure, ValueMeasure } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterOf, nothingTyped, type TypedFilter, typedOf, typedScale } from '#lib/typed-filter.ts';
import { cliniciansQuery } from '../api/clinicians.ts';
import { wordOf } from '../measure-reading.ts';
import type { PanelSearch } from '../panel-search.ts';
import styles from './panel-dialog.module.css';
import { PanelDialog } from './panel-dialog.tsx';

/** Whom the list is narrowed to. */
export interface Narrowed {
  readonly filters: readonly MeasureFilter[];
  readonly clinician: string;
  readonly assignment: PanelSearch['assignment'];
}

interface PanelFiltersProps extends Narrowed {
  /** What can be filtered by: the measures on screen, and those that are filtered by already. */
  readonly measures: readonly Measure[];
  readonly units: Units;
  readonly onApply: (narrowed: Narrowed) => void;
  readonly onClose: () => void;
}

/** Who looks after the members, and what their measures are now. Applied together; what cannot be is said beside it. */
export function PanelFilters(props: PanelFiltersProps) {
  const { measures, units, filters, onApply, onClose } = props;
  const { t } = useTranslation('panel');
  const [clinician, setClinician] = useState(props.clinician);
  const [assignment, setAssignment] = useState(props.assignment);
  const [typed, setTyped] = useState<Readonly<Record<string, TypedFilter>>>(() =>
    Object.fromEntries(
      measures.map((measure) => [
        measure.id,
        typedOf(
          filters.find((one) => one.measure.id === measure.id),
          units,
        ),
      ]),
    ),
  );
  const [tried, setTried] = useState(false);
  const read = measures.map((measure) => [measure, filterOf(measure, typed[measure.id] ?? nothingTyped, units)] as const);
  const apply = () => {
    setTried(true);
    const asked = read.flatMap(([, filter]) => filter ?? []);
    if (asked.some((filter) => filter === 'wrong')) return;
    onApply({ clinician, assignment, filters: asked.filter((filter) => filter !== 'wrong') });
  };
  const clear = () => onApply({ clinician: '', assignment: 'ALL', filters: [] });
  return (
    <PanelDialog
      title={t('filters')}
      deed={t('applyFilters')}
      onDo={apply}
      onClose={onClose}
      aside={
        <Button color="inherit" onClick={clear}>
          {t('clearFilters')}
        </Button>
      }
    >
      <fieldset className={styles.section}>
        <legend className={styles.legend}>{t('care')}</legend>
        <div className={styles.pair}>
          <ClinicianField value={clinician} onChange={setClinician} />
          <AssignmentField value={assignment} onChange={setAssignment} />
        </div>
      </fieldset>
      <fieldset className={styles.section}>
        <legend className={styles.legend}>{t('measuresNow')}</legend>
        <p className={styles.hint}>{t('measuresNowHelp')}</p>
        {read.map(([measure, filter]) => (
          <MeasureFields
            key={measure.id}
            measure={measure}
            units={units}
            typed={typed[measure.id] ?? nothingTyped}
            wrong={tried && filter === 'wrong'}
            onChange={(next) => setTyped((before) => ({ ...before, [measure.id]: next }))}
          />
        ))}
      </fieldset>
    </PanelDialog>
  );
}

function ClinicianField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation('panel');
  const id = useId();
  const { data, isError } = useQuery(cliniciansQuery);
  const clinicians = data?.content ?? [];
  const unknown = value !== '' && value !== 'me' && !clinicians.some((one) => one.id === value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('lookedAfterBy')}</label>
      <select id={id} className={styles.select} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('anybody')}</option>
        <option value="me">{t('me')}</option>
        {unknown && <option value={value}>{t('someClinician')}</option>}
        {clinicians.map((one) => (
          <option key={one.id} value={one.id}>
            {one.lastName}, {one.firstName}
          </option>
        ))}
      </select>
      {isError && <span className={styles.failed}>{t('cliniciansFailed')}</span>}
    </div>
  );
}

function AssignmentField({
  value,
  onChange,
}: {
  readonly value: PanelAssignmentType;
  readonly onChange: (value: PanelAssignmentType) => void;
}) {
  const { t } = useTranslation('panel');
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('assignedHow')}</label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(panelAssignmentTypes.find((one) => one === event.target.value) ?? 'ALL')}
      >
        {panelAssignmentTypes.map((one) => (
          <option key={one} value={one}>
            {t(`assignment.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface MeasureFieldsProps<M extends Measure = Measure> {
  readonly measure: M;
  readonly units: Units;
  readonly typed: TypedFilter;
  readonly wrong: boolean;
  readonly onChange: (typed: TypedFilter) => void;
}

function MeasureFields({ measure, ...props }: MeasureFieldsProps) {
  const { t } = useTranslation('panel');
  const { typed, onChange } = props;
  return (
    <div className={styles.measure}>
      {measure.type === 'measure' ? <RangeFields measure={measure} {...props} /> : <WordFields measure={measure} {...props} />}
      <label className={styles.check}>
        <input type="checkbox" checked={typed.orMissing} onChange={(event) => onChange({ ...typed, orMissing: event.target.checked })} />
        <span className={styles.hint}>{t('orMissing')}</span>
      </label>
    </div>
  );
}

function RangeFields({ measure, units, typed, wrong, onChange }: MeasureFieldsProps<NumberMeasure>) {
  const { t } = useTranslation('panel');
  const errorId = useId();
  const { unit, range, step } = typedScale(measure, units);
  const bounds = { inputMode: 'decimal' as const, step, 'aria-invalid': wrong, 'aria-describedby': wrong ? errorId : undefined };
  return (
    <>
      <fieldset className={styles.row} aria-label={measure.label}>
        <span className={styles.name}>{measure.label}</span>
        <input
          {...bounds}
          className={styles.number}
          aria-label={t('fromLabel', { measure: measure.label, unit })}
          placeholder={String(range[0])}
          value={typed.low}
          onChange={(event) => onChange({ ...typed, low: event.target.value })}
        />
        <input
          {...bounds}
          className={styles.number}
          aria-label={t('toLabel', { measure: measure.label, unit })}
          placeholder={String(range[1])}
          value={typed.high}
          onChange={(event) => onChange({ ...typed, high: event.target.value })}
        />
        <span className={styles.unit}>{unit}</span>
      </fieldset>
      {wrong && (
        <p id={errorId} role="alert" className={styles.failed}>
          {t('rangeWrong', { low: range[0], high: range[1], unit })}
        </p>
      )}
    </>
  );
}

function WordFields({ measure, typed, onChange }: MeasureFieldsProps<ValueMeasure>) {
  const { t } = useTranslation(['panel', 'ui']);
  const toggled = (word: string, on: boolean) => measure.values.filter((one) => (one === word ? on : typed.words.includes(one)));
  return (
    <fieldset className={styles.row} aria-label={measure.label}>
      <span className={styles.name}>{measure.label}</span>
      <span className={styles.wide}>
        {measure.values.map((word) => (
          <label key={word} className={styles.check}>
            <input
              type="checkbox"
              checked={typed.words.includes(word)}
              onChange={(event) => onChange({ ...typed, words: toggled(word, event.target.checked) })}
            />
            {wordOf(measure.id, word, t)}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
