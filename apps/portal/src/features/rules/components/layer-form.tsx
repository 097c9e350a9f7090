import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import { levelUnit, levelWords } from '@vigil/domain/alerts/rule-words';
import { roleLabel } from '@vigil/domain/roles';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useUnits } from '#lib/units.ts';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { keptValues, type LayerDraftPlace, useKeptForm } from '../layer-drafts.ts';
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
  readonly onSave: (values: LayerValues) => void;
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
  const resolver: Resolver<LayerValues> = (values) => {
    const faults = Object.entries(layerFaultsOf(values, rule));
    const isEmpty = needsOne && Object.keys(settingsOf(values)).length === 0;
    if (isEmpty) faults.push(['level', t('sayOne')]);
    if (faults.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([field, message]) => [field, { type: 'rule', message }])) as FieldErrors<LayerValues>,
    };
  };
  const form = useForm<LayerValues>({ defaultValues: { ...layerValuesOf(settings, rule), ...keptValues(draft) }, resolver });
  useKeptForm(form, draft);
  const box = useRef<HTMLFormElement>(null);
  const wasKept = useRef(keptValues(draft) !== undefined);
  // Whoever asked for it goes on in it by keyboard; one that is found with the page leaves the focus where it is.
  useEffect(() => {
    if (!wasKept.current) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const { errors } = form.formState;
  const typed = typedSettings(rule);
  // What is chosen from is told in words, what is typed as it would be typed.
  const inherited = (field: SettingField) => {
    if (field === 'severity') return t(`severity.${rule.severity}`);
    if (field === 'role') return roleLabel(rule.role);
    return field === 'closesOnClearing' ? t(rule.closesOnClearing ? 'yes' : 'no') : typed[field];
  };
  const unit = levelUnit(rule);
  const units = useUnits();
  /** Levels are typed as rules keep them: whoever reads pounds sees at once what three kilograms are. */
  const inOwnUnits = (field: SettingField) => {
    if ((field !== 'level' && field !== 'clearing') || levelUnit(rule, units) === unit) return null;
    const level = Number((form.watch(field) || typed[field]).replace(',', '.'));
    return Number.isFinite(level) ? levelWords(rule, level, { units }) : null;
  };
  return (
    <form
      ref={box}
      className={styles.layerForm}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.stopPropagation();
        void form.handleSubmit(onSave)(event);
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
            <Field key={field} label={t(`field.${field}`)} error={errors[field]?.message ?? serverFaults.get(field)}>
              {(control) => (
                <SettingControl
                  field={field}
                  subject={subjectText(rule.subject)}
                  bound={form.register(field)}
                  control={control}
                  unit={unit}
                  inOwnUnits={inOwnUnits(field)}
                  inherited={inherited(field)}
                />
              )}
            </Field>
          ))}
      </div>
      <p className={styles.hint}>{t('emptyInherits')}</p>
      <FormEnd failure={failure} save={t(isSaving ? 'saving' : 'save')} isSaving={isSaving} cancel={t('cancel')} onCancel={onCancel} />
    </form>
  );
}
