import Button from '@mui/material/Button';
import { mostModules, mostStepsInModule, stepTypes } from '@vigil/contract/factuary-programs.values';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import type faultTexts from '../messages.en.json';
import { emptyModule, emptyStep, type ModuleDraft, moved, type ProgramDraft } from '../program-draft.ts';
import styles from '../programs.module.css';
import { Moves, StepEditor, Typed } from './step-editor.tsx';

interface ProgramFormProps {
  readonly draft: ProgramDraft;
  /** Paths of the fields in which something is wrong. */
  readonly faults: ReadonlySet<string>;
  readonly onChange: (part: Partial<ProgramDraft>) => void;
}

/** A program as it is written: what it is called, its modules, their steps. */
export function ProgramForm({ draft, faults, onChange }: ProgramFormProps) {
  const { t } = useTranslation('programs');
  const fault = useFault(faults);
  const box = useRef<HTMLDivElement>(null);
  useFaultFocus(box, faults, faults.size > 0);
  const { name, title, description, modules } = draft;
  const setModules = (next: readonly ModuleDraft[]) => onChange({ modules: [...next] });
  return (
    <div className={styles.form} ref={box}>
      <section className={styles.card}>
        <Typed label={t('name')} value={name} error={fault('name')} onChange={(value) => onChange({ name: value })} />
        <Typed label={t('memberTitle')} value={title} error={fault('title')} onChange={(value) => onChange({ title: value })} />
        <Field label={t('description')} error={fault('description')}>
          {(control) => (
            <textarea {...control} value={description} rows={2} onChange={({ target }) => onChange({ description: target.value })} />
          )}
        </Field>
        <p className={styles.muted}>{t('textHint')}</p>
      </section>
      {modules.map((module, place) => (
        <ModuleEditor
          key={module.key}
          module={module}
          place={place}
          count={modules.length}
          fault={(field) => fault(`modules.${place}.${field}`)}
          onChange={(part) => setModules(modules.with(place, { ...module, ...part }))}
          onMove={(by) => setModules(moved(modules, place, by))}
          onRemove={() => setModules(modules.filter((one) => one !== module))}
        />
      ))}
      <p role="alert" className={styles.failed}>
        {fault('modules')}
      </p>
      {modules.length < mostModules && (
        <Button variant="outlined" startIcon={<Icon name="plus" />} onClick={() => setModules([...modules, emptyModule()])}>
          {t('addModule')}
        </Button>
      )}
    </div>
  );
}

interface ModuleEditorProps {
  readonly module: ModuleDraft;
  readonly place: number;
  readonly count: number;
  readonly fault: (field: string) => string | undefined;
  readonly onChange: (part: Partial<ModuleDraft>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function ModuleEditor({ module, place, count, fault, onChange, onMove, onRemove }: ModuleEditorProps) {
  const { t } = useTranslation('programs');
  const { name, steps } = module;
  const called = name || t('module', { place: place + 1 });
  return (
    <section className={styles.card} aria-label={called}>
      <div className={styles.moduleHead}>
        <Typed
          label={t('moduleName', { place: place + 1 })}
          value={name}
          error={fault('name')}
          onChange={(value) => onChange({ name: value })}
        />
        <Moves name={called} first={place === 0} last={place === count - 1} onMove={onMove} onRemove={onRemove} />
      </div>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <StepEditor
            key={step.key}
            step={step}
            name={step.title || t('stepOf', { type: t(`type.${step.type}`), place: at + 1 })}
            first={at === 0}
            last={at === steps.length - 1}
            fault={(field) => fault(`steps.${at}.${field}`)}
            onChange={(part) => onChange({ steps: steps.with(at, { ...step, ...part }) })}
            onMove={(by) => onChange({ steps: moved(steps, at, by) })}
            onRemove={() => onChange({ steps: steps.filter((one) => one !== step) })}
          />
        ))}
      </ol>
      <p role="alert" className={styles.failed}>
        {fault('steps')}
      </p>
      {steps.length < mostStepsInModule && (
        <div className={styles.buttons}>
          <span className={styles.muted}>{t('addStep')}</span>
          {stepTypes.map((type) => (
            <Button
              key={type}
              variant="outlined"
              size="small"
              onClick={() => onChange({ steps: [...steps, emptyStep(type, steps.at(-1)?.day)] })}
            >
              {t(`type.${type}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

type Fault = keyof (typeof faultTexts)['fault'];

/** What is wrong with a field, in words. */
function useFault(faults: ReadonlySet<string>): (path: string) => string | undefined {
  const { t } = useTranslation('programs');
  return (path) => (faults.has(path) ? t(`fault.${path.slice(path.lastIndexOf('.') + 1) as Fault}`) : undefined);
}
