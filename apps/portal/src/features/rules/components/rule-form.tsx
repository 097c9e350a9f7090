import { longestRuleTitle } from '@vigil/contract/alerts.values';
import { type LevelDoubt, levelDoubts } from '@vigil/domain/alerts/level-doubt';
import { levelText, levelUnit } from '@vigil/domain/alerts/levels';
import { directions, measuredAgainst, systems } from '@vigil/domain/alerts/rule';
import { groupWords, systemWords } from '@vigil/domain/alerts/rule-words';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { aggregatesFor, type RuleField, type SettingField } from '../rule-values.ts';
import styles from '../rules.module.css';
import type { RuleFormControl } from '../use-rule-form.ts';
import { useRuleWords } from '../use-rule-words.ts';
import { LevelHint } from './level-question.tsx';
import { SettingControl } from './setting-control.tsx';
import { SubjectSelect } from './subject-select.tsx';

/** What says itself. */
const plain = ['severity', 'role'] as const;
const hinted = (field: SettingField): field is Exclude<SettingField, (typeof plain)[number]> =>
  !(plain as readonly string[]).includes(field);

/** A rule in its fields, and above them what it says as a sentence. */
export function RuleForm({ control }: { readonly control: RuleFormControl }) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  const { form, values, typed, definition, units } = control;
  const { errors, touchedFields } = form.formState;
  const unit = levelUnit(definition, units);
  const doubts = levelDoubts(definition, undefined, units);
  const takeMeant = ({ field, meant }: LevelDoubt) => meant && typed(field, levelText(definition, meant.level, units));
  const bound = (field: RuleField) => form.register(field, { onChange: ({ target }) => typed(field, target.value) });
  const setting = (field: SettingField) => {
    const doubt = touchedFields[field] ? doubts.find((one) => one.field === field) : undefined;
    const isRefused = errors[field] !== undefined;
    return (
      <Labelled key={field} label={t(`field.${field}`)} error={errors[field]?.message} hint={!doubt && hinted(field) && t(`hint.${field}`)}>
        {(attributes) => <SettingControl field={field} subject={values.subject} bound={bound(field)} control={attributes} unit={unit} />}
        {doubt && <LevelHint doubt={doubt} isRefused={isRefused} onUse={takeMeant} />}
      </Labelled>
    );
  };
  const choice = (field: 'aggregate' | 'direction' | 'against' | 'system', options: readonly (readonly [string, string])[]) => (
    <Labelled label={t(`field.${field}`)} error={errors[field]?.message} hint={field === 'system' && t('hint.system')}>
      {(attributes) => (
        <select {...attributes} {...bound(field)}>
          {options.map(([id, word]) => (
            <option key={id} value={id}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
  const hasLevel = !Number.isNaN(definition.level);
  return (
    <>
      <p className={styles.sentence} aria-live="polite">
        {hasLevel ? words(definition) : t('sentenceMissing')}
      </p>
      <Labelled label={t('field.title')} error={errors.title?.message}>
        {(attributes) => <input {...attributes} {...bound('title')} type="text" maxLength={longestRuleTitle} autoComplete="off" />}
      </Labelled>
      <Group title={t('group.watches')}>
        <Labelled label={t('field.subject')} error={errors.subject?.message}>
          {(attributes) => <SubjectSelect control={attributes} bound={bound('subject')} />}
        </Labelled>
        {choice(
          'aggregate',
          aggregatesFor(values).map((one) => [one, t(`aggregate.${one}`)] as const),
        )}
        {setting('window')}
        {choice(
          'against',
          (values.subject.startsWith('metric:') ? measuredAgainst : (['value'] as const)).map((one) => [one, t(`against.${one}`)] as const),
        )}
        {values.against !== 'value' && setting('baseline')}
      </Group>
      <Group title={t('group.fires')}>
        {choice(
          'direction',
          directions.map((one) => [one, t(`direction.${one}`)] as const),
        )}
        {setting('level')}
        {setting('persistMinutes')}
        {setting('clearing')}
        {setting('leastCoverage')}
      </Group>
      <Group title={t('group.opens')}>
        {setting('severity')}
        {setting('role')}
        {setting('timeToLiveHours')}
        {setting('closesOnClearing')}
        {choice('system', [
          ['', t('bySubject', { group: groupWords({ subject: definition.subject }) })],
          ...systems.map((one) => [one, systemWords[one]] as const),
        ])}
      </Group>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly error: string | undefined;
  /** What it means, while nothing is wrong with it. */
  readonly hint?: string | false;
  readonly children: Control | readonly [control: Control, below: ReactNode];
}

type Control = Parameters<typeof Field>[0]['children'];

function Labelled({ label, error, hint, children }: LabelledProps) {
  const [control, below] = typeof children === 'function' ? [children, null] : children;
  return (
    <div className={styles.labelled}>
      <Field label={label} error={error}>
        {control}
      </Field>
      {below}
      {hint && !error && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
