import { useQueryClient } from '@tanstack/react-query';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { ApiError } from '@vigil/contract/client';
import type { Units } from '@vigil/domain/units/unit-system';
import { useSnackbar } from 'notistack';
import { useEffect, useMemo, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useUnits } from '#lib/units.ts';
import { ruleQuery, useChangeRule, useCreateRule } from './api/rules.ts';
import { newRuleSubject, type RuleDraft, ruleDrafts } from './rule-drafts.ts';
import {
  adapted,
  definitionOf,
  differing,
  emptyValues,
  faultsOf,
  type RuleField,
  type RuleValues,
  type Typed,
  valuesOf,
} from './rule-values.ts';

const resolverFor =
  (typed: Typed): Resolver<RuleValues> =>
  (values) => {
    const faults = Object.entries(faultsOf(values, typed));
    if (faults.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([field, message]) => [field, { type: 'rule', message }])) as FieldErrors<RuleValues>,
    };
  };

/** What is being written of a rule: checked as the server does, kept in the tab with each key, sent against what was read. */
export function useRuleForm(stored: AlertRuleWhole | null, onSaved: (rule: AlertRuleWhole) => void, onLoad: () => Promise<unknown>) {
  const { t } = useTranslation('rules');
  const { enqueueSnackbar } = useSnackbar();
  const client = useQueryClient();
  const subject = stored?.id ?? newRuleSubject;
  const newest = stored?.versions[0];
  const [kept] = useDrafts(ruleDrafts, subject);
  const current = useUnits();
  // What was begun goes on in the units in which it was begun.
  const { system, glucose } = kept?.units ?? current;
  const units = useMemo<Units>(() => ({ system, glucose }), [system, glucose]);
  const written: Typed = { units, stored: newest?.definition ?? null };
  const fresh = useMemo(() => (newest ? valuesOf(newest, units) : emptyValues), [newest, units]);
  const [newId] = useState(() => kept?.id ?? crypto.randomUUID());
  const form = useForm<RuleValues>({ defaultValues: kept?.values ?? fresh, resolver: resolverFor(written), mode: 'onTouched' });
  const [failure, setFailure] = useState<string | null>(null);
  const [create, change] = [useCreateRule(), useChangeRule()];
  const values = { ...fresh, ...form.watch() };
  const isChanged = differing(values, fresh).length > 0;
  const isStale = kept !== undefined && isChanged && differing(kept.base, fresh).length > 0;

  const put = (next: RuleValues, base: RuleValues) => {
    const draft: RuleDraft = { id: stored?.id ?? newId, values: next, base, units };
    if (differing(next, fresh).length === 0) ruleDrafts.remove(subject, draft.id);
    else ruleDrafts.put(subject, draft);
  };
  /** What is in the fields is told to the form, and kept. */
  const set = (next: RuleValues, base = kept?.base ?? fresh) => {
    for (const field of differing(next, values)) form.setValue(field, next[field], { shouldValidate: form.formState.isSubmitted });
    put(next, base);
  };
  // Nothing of one's own is in the fields: they follow what is stored.
  const { reset } = form;
  const isUntouched = kept === undefined;
  useEffect(() => {
    if (isUntouched) reset(fresh);
  }, [isUntouched, fresh, reset]);

  const failed = (error: ApiError) => {
    for (const { field, message } of error.status === 400 ? error.fields : [])
      form.setError(field.replace('definition.', '') as RuleField, { type: 'server', message });
    setFailure(mayHaveHappened(error) ? t(stored ? 'saveUnknown' : 'createUnknown') : error.message);
    if (error.status === 409) void (stored ? onLoad() : goOnWithStored());
  };
  /** It was stored by a sending whose answer was lost, and has been changed here since: from now on that is a change of it. */
  const goOnWithStored = async () => {
    const found = await client.fetchQuery(ruleQuery(newId)).catch(() => null);
    const [first] = found?.versions ?? [];
    if (!found || !first) return;
    ruleDrafts.put(newId, { id: newId, values, base: found.revision === 1 ? valuesOf(first, units) : values, units });
    ruleDrafts.remove(newRuleSubject, newId);
    enqueueSnackbar(t('savedBefore'), { variant: 'info' });
    onSaved(found);
  };
  const onSuccess = (rule: AlertRuleWhole) => {
    ruleDrafts.remove(subject, stored?.id ?? newId);
    enqueueSnackbar(t('saved'), { variant: 'success' });
    onSaved(rule);
  };
  const save = form.handleSubmit((sent) => {
    setFailure(null);
    const body = { title: sent.title.trim(), definition: definitionOf(sent, written) };
    if (!stored) return create.mutate({ body: { id: newId, ...body } }, { onSuccess, onError: failed });
    change.mutate({ params: { ruleId: stored.id }, body: { ...body, revision: stored.revision } }, { onSuccess, onError: failed });
  });

  return {
    ...{ form, values, fresh, isChanged, isStale, save, units },
    definition: definitionOf(values, written),
    failure: isStale ? null : failure,
    isSaving: create.isPending || change.isPending,
    base: kept?.base ?? fresh,
    /** A key was pressed in a field. */
    typed: (field: RuleField, text: string) => {
      const next = { ...values, [field]: text };
      set(field === 'subject' || field === 'against' ? adapted(next) : next);
    },
    giveUp() {
      setFailure(null);
      ruleDrafts.remove(subject, stored?.id ?? newId);
      reset(fresh);
    },
    /** What holds of both, where two have written at once. */
    settle(next: RuleValues) {
      setFailure(null);
      set(next, fresh);
    },
  };
}
export type RuleFormControl = ReturnType<typeof useRuleForm>;
