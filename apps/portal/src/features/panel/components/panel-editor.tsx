import IconButton from '@mui/material/IconButton';
import type { PanelSet } from '@vigil/contract/metaresources.contract';
import { longestPanelName, mostPanelMeasures } from '@vigil/contract/metaresources.values';
import { measureUnit } from '@vigil/domain/facts/measure-text';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { measuresFound } from '#lib/measure-groups.ts';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { usePutPanelSet } from '../api/panel-sets.ts';
import styles from './panel-dialog.module.css';
import { PanelDialog } from './panel-dialog.tsx';

interface PanelEditorProps {
  /** The panel that is changed; null makes a new one. */
  readonly set: PanelSet | null;
  readonly units: Units;
  readonly onSaved: (set: PanelSet) => void;
  readonly onClose: () => void;
}

/** A panel of one's own: its name, and its measures in the order of their columns, found by searching the catalogue. */
export function PanelEditor({ set, units, onSaved, onClose }: PanelEditorProps) {
  const { t } = useTranslation('panel');
  const { userId } = useSession();
  // Made once, so that sending again after a lost answer makes no second panel.
  const [id] = useState(() => set?.id ?? crypto.randomUUID());
  const [name, setName] = useState(set?.name ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(set?.measures.map(({ measureId }) => measureId) ?? []);
  const [tried, setTried] = useState(false);
  const put = usePutPanelSet(userId);
  const nameError = tried && name.trim() === '' ? t('nameMissing') : undefined;
  const noneChosen = tried && chosen.length === 0;

  const save = () => {
    setTried(true);
    if (name.trim() === '' || chosen.length === 0) return;
    const body = { id, name: name.trim(), measures: chosen.map((measureId) => ({ measureId })) };
    put.mutate({ params: { userId }, body }, { onSuccess: onSaved });
  };
  const failed = put.error && (mayHaveHappened(put.error) ? t('saveUnknown') : put.error.message);
  return (
    <PanelDialog
      title={t(set ? 'changePanelTitle' : 'newPanelTitle')}
      deed={t('savePanel')}
      busy={put.isPending}
      onDo={save}
      onClose={onClose}
    >
      <Field label={t('panelName')} error={nameError}>
        {(control) => (
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type it.
          <input {...control} autoFocus value={name} maxLength={longestPanelName} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Chosen chosen={chosen} units={units} onChange={setChosen} />
      {noneChosen && (
        <p role="alert" className={styles.failed}>
          {t('measuresMissing')}
        </p>
      )}
      <MeasureChooser chosen={chosen} units={units} onChange={setChosen} />
      <p role="alert" className={styles.failed}>
        {failed}
      </p>
    </PanelDialog>
  );
}

interface ChoiceProps {
  readonly chosen: readonly string[];
  readonly units: Units;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Chosen({ chosen, units, onChange }: ChoiceProps) {
  const { t } = useTranslation('panel');
  const moved = (at: number, by: -1 | 1) => {
    const next = [...chosen];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    onChange(next);
  };
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{t('chosenMeasures', { count: chosen.length, most: mostPanelMeasures })}</legend>
      {chosen.length === 0 && <p className={styles.hint}>{t('noneChosen')}</p>}
      <ol className={styles.chosen}>
        {chosen.map((id, at) => {
          const label = measureOf(id)?.label ?? id;
          return (
            <li key={id}>
              <span className={styles.name}>
                {label} <Unit of={measureOf(id)} units={units} />
              </span>
              <IconButton size="small" disabled={at === 0} aria-label={t('moveUp', { measure: label })} onClick={() => moved(at, -1)}>
                <Icon name="arrowUp" size={14} />
              </IconButton>
              <IconButton
                size="small"
                disabled={at === chosen.length - 1}
                aria-label={t('moveDown', { measure: label })}
                onClick={() => moved(at, 1)}
              >
                <Icon name="arrowDown" size={14} />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('removeMeasure', { measure: label })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                <Icon name="close" size={14} />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}

function MeasureChooser({ chosen, units, onChange }: ChoiceProps) {
  const { t } = useTranslation('panel');
  const [text, setText] = useState('');
  const groups = measuresFound(text);
  const isFull = chosen.length >= mostPanelMeasures;
  return (
    <>
      <Field label={t('searchMeasures')} error={undefined}>
        {(control) => (
          <input
            {...control}
            type="search"
            value={text}
            placeholder={t('searchMeasuresHint')}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {groups.length === 0 && <p className={styles.hint}>{t('noMeasure')}</p>}
      {groups.map(([group, some]) => (
        <fieldset key={group} className={styles.section}>
          <legend className={styles.legend}>{t(`group.${group}`)}</legend>
          <div className={styles.options}>
            {some.map((measure) => (
              <label key={measure.id} className={styles.check}>
                <input
                  type="checkbox"
                  checked={chosen.includes(measure.id)}
                  disabled={isFull && !chosen.includes(measure.id)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, measure.id] : chosen.filter((one) => one !== measure.id))
                  }
                />
                <span>
                  {measure.label} <Unit of={measure} units={units} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
}

function Unit({ of, units }: { readonly of: Measure | null; readonly units: Units }) {
  const unit = of && measureUnit(of, units);
  return unit ? <span className={styles.unit}>{unit}</span> : null;
}
