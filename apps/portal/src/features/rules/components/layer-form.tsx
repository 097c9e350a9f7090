import { levelUnit } from '@vigil/domain/alerts/levels';
import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import { roleLabel } from '@vigil/domain/roles';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { keptValues, type LayerDraftPlace, useKeptForm, useTypedUnits } from '../layer-drafts.ts';
import {
  type LayerValues,
  layerFaultsOf,
  layerValuesOf,
  type SettingField,
  settingFields,
  settingsOf,
  subjectText,
  typedSettings,
} from '../rule-values.ts';
import styles from '../rules.module.css';
import { useLevelQuestion } from '../use-level-question.ts';
import { LevelHint, LevelQuestion } from './level-question.tsx';
import { SettingControl } from './setting-control.tsx';

interface LayerFormProps {
  readonly label: string;
  readonly draft: LayerDraftPlace;
  /** The rule that holds without the layer. */
  readonly rule: AlertRule;
  readonly settings: Partial<RuleSettings>;
  /** A layer without any settings would be none. */
  readonly needsOne?: boolean;
  readonly failure: string | null;
  /** What the server found wrong, by field. */
  readonly serverFaults: ReadonlyMap<string, string>;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  /** `limitsConfirmed`: what is far outside of what devices report was said to be right. */
  readonly onSave: (settings: Partial<RuleSettings>, limitsConfirmed: boolean) => void;
  /** What stands before the settings. */
  readonly children?: ReactNode;
}

/** What a cohort or a member has otherwise: an empty field is as it is without the layer, which stands in it. */
export function LayerForm({
  label,
  draft,
  rule,
  settings,
  needsOne = false,
  failure,
  serverFaults,
  isSaving,
  onCancel,
  onSave,
  children,
}: LayerFormProps) {
  const { t } = useTranslation('rules');
  const units = useTypedUnits(draft);
  const said = (values: LayerValues) => settingsOf(values, { units, stored: { ...rule, ...settings } });
  const resolver: Resolver<LayerValues> = (values) => {
    const faults = Object.entries(layerFaultsOf(said(values), rule, units));
    const isEmpty = needsOne && Object.keys(said(values)).length === 0;
    if (isEmpty) faults.push(['level', t('sayOne')]);
    if (faults.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([field, message]) => [field, { type: 'rule', message }])) as FieldErrors<LayerValues>,
    };
  };
  const form = useForm<LayerValues>({ defaultValues: { ...layerValuesOf(settings, rule, units), ...keptValues(draft) }, resolver });
  useKeptForm(form, draft, units);
  const box = useRef<HTMLFormElement>(null);
  const wasKept = useRef(keptValues(draft) !== undefined);
  // Whoever asked for it goes on in it by keyboard; one that is found with the page leaves the focus where it is.
  useEffect(() => {
    if (!wasKept.current) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const { errors } = form.formState;
  const typed = typedSettings(rule, units);
  // What is chosen from is told in words, what is typed as it would be typed.
  const inherited = (field: SettingField) => {
    if (field === 'severity') return t(`severity.${rule.severity}`);
    if (field === 'role') return roleLabel(rule.role);
    return field === 'closesOnClearing' ? t(rule.closesOnClearing ? 'yes' : 'no') : typed[field];
  };
  const unit = levelUnit(rule, units);
  const { asked, ask, dismiss, meantFor, takeMeant } = useLevelQuestion(form, { rule, settings, units, said });
  const belowOf = (field: SettingField) => {
    const doubt = errors[field] && meantFor(field);
    return doubt && <LevelHint doubt={doubt} isRefused onUse={takeMeant} />;
  };
  return (
    <form
      ref={box}
      className={styles.layerForm}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.stopPropagation();
        void form.handleSubmit((values) => ask(values) || onSave(said(values), false))(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !keptValues(draft)) onCancel();
      }}
    >
      <div className={styles.fields}>
        {children}
        {settingFields
          .filter((field) => field !== 'baseline' || rule.baseline !== null)
          .map((field) => (
            <Setting
              key={field}
              below={belowOf(field)}
              label={t(`field.${field}`)}
              error={errors[field]?.message ?? serverFaults.get(field)}
            >
              {(control) => (
                <SettingControl
                  field={field}
                  subject={subjectText(rule.subject)}
                  bound={form.register(field)}
                  control={control}
                  unit={unit}
                  inherited={inherited(field)}
                />
              )}
            </Setting>
          ))}
      </div>
      <p className={styles.hint}>{t('emptyInherits')}</p>
      {asked && asked.length > 0 && (
        <LevelQuestion doubts={asked} onUse={takeMeant} onYes={() => onSave(said(form.getValues()), true)} onNo={dismiss} />
      )}
      <FormEnd failure={failure} save={t(isSaving ? 'saving' : 'save')} isSaving={isSaving} cancel={t('cancel')} onCancel={onCancel} />
    </form>
  );
}

type SettingProps = Parameters<typeof Field>[0] & { readonly below: ReactNode };

function Setting({ below, ...field }: SettingProps) {
  return (
    <div className={styles.labelled}>
      <Field {...field} />
      {below}
    </div>
  );
}
