import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { alerts, BodyOf } from '@vigil/contract';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { lastCohortPlace } from '@vigil/contract/alerts.values';
import { totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useNames } from '#lib/people-names.ts';
import { useUnchangedNotice } from '#lib/unchanged.ts';
import { currentUnits } from '#lib/units.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { cohortsQuery, useSetCohortLayer } from '../api/rules.ts';
import { keptValues, layerDrafts } from '../layer-drafts.ts';
import { shownVersion } from '../rule-standing.ts';
import { isSameLayer } from '../rule-values.ts';
import styles from '../rules.module.css';
import { useSettingsWords } from '../use-settings-words.ts';
import { LayerForm } from './layer-form.tsx';

interface CohortLayersProps {
  readonly rule: AlertRuleWhole;
  readonly mayAuthor: boolean;
}

type Layer = AlertRuleWhole['cohorts'][number];
type SaidLayer = Omit<BodyOf<typeof alerts.setCohortLayer>, 'revision'>;

/** What cohorts have otherwise, in the tenant's order: the lowest place wins, field by field. */
export function CohortLayers({ rule, mayAuthor }: CohortLayersProps) {
  const { t } = useTranslation('rules');
  const { enqueueSnackbar } = useSnackbar();
  const sayUnchanged = useUnchangedNotice();
  const cohorts = useQuery(cohortsQuery());
  const titleOf = (id: string) => cohorts.data?.find(({ cohort }) => cohort.id === id)?.cohort.title ?? t('aCohort');
  const settingsWords = useSettingsWords();
  const nameOf = useNames(rule.cohorts.map(({ saidBy }) => saidBy));
  const places = ['new', ...rule.cohorts.map(({ cohortId }) => cohortId)];
  const [editing, setEditing] = useState<string | null>(
    () => (mayAuthor && places.find((one) => layerDrafts.of(subjectOf(rule, one)).length > 0)) || null,
  );
  const stop = (cohortId: string) => {
    for (const id of layerForms) layerDrafts.remove(subjectOf(rule, cohortId), id);
    setEditing((now) => (now === cohortId ? null : now));
  };
  const set = useSetCohortLayer();
  const shown = shownVersion(rule);
  if (!shown) return null;
  const put = (cohortId: string, said: SaidLayer, done: string) =>
    void set.mutateAsync({ params: { ruleId: rule.id, cohortId }, body: { revision: rule.revision, ...said } }).then(
      () => {
        stop(editing ?? cohortId);
        enqueueSnackbar(done, { variant: 'success' });
      },
      () => undefined,
    );
  const failure = set.error && (mayHaveHappened(set.error) ? t('saveUnknown') : set.error.message);
  const form = (layer: Layer | null) => (
    <LayerOfCohort
      key={layer?.cohortId ?? 'new'}
      layer={layer}
      subject={subjectOf(rule, layer?.cohortId ?? 'new')}
      rule={shown.definition}
      offered={layer ? [] : offeredOf(rule, cohorts.data ?? [])}
      nextPlace={Math.min(lastCohortPlace, Math.max(0, ...rule.cohorts.map(({ place }) => place)) + 1)}
      failure={failure}
      faults={new Map(set.error?.fields.map(({ field, message }) => [field.replace('settings.', ''), message]))}
      isSaving={set.isPending}
      onCancel={() => stop(layer?.cohortId ?? 'new')}
      onSave={(cohortId, said) => {
        if (layer?.place !== said.place || !isSameLayer(layer.settings, said.settings)) return put(cohortId, said, t('layerSaved'));
        stop(cohortId);
        sayUnchanged();
      }}
    />
  );
  const edit = (what: string) => {
    set.reset();
    setEditing(what);
  };
  return (
    <Card
      title={t('layersTitle')}
      end={
        mayAuthor &&
        editing === null && (
          <Button size="small" color="inherit" startIcon={<Icon name="plus" />} onClick={() => edit('new')}>
            {t('addLayer')}
          </Button>
        )
      }
    >
      {rule.cohorts.length === 0 && editing === null && <p className={styles.hint}>{t('noLayers')}</p>}
      <ol className={styles.layers}>
        {rule.cohorts.map((layer) => (
          <li key={layer.cohortId}>
            {editing === layer.cohortId ? (
              form(layer)
            ) : (
              <>
                <span className={styles.partHead}>
                  <span>
                    <span className={styles.place} title={t('placeHelp')}>
                      {layer.place}
                    </span>{' '}
                    <strong>{titleOf(layer.cohortId)}</strong>
                  </span>
                  {mayAuthor && editing === null && (
                    <span className={styles.buttons}>
                      <Button
                        size="small"
                        color="inherit"
                        aria-label={t('editLayer', { cohort: titleOf(layer.cohortId) })}
                        onClick={() => edit(layer.cohortId)}
                      >
                        {t('edit')}
                      </Button>
                      <Button
                        size="small"
                        color="inherit"
                        disabled={set.isPending}
                        aria-label={t('removeLayer', { cohort: titleOf(layer.cohortId) })}
                        onClick={() => put(layer.cohortId, { place: layer.place, settings: {} }, t('layerRemoved'))}
                      >
                        {t('remove')}
                      </Button>
                    </span>
                  )}
                </span>
                <span>{settingsWords(shown.definition, layer.settings)}</span>
                <span className={styles.hint}>
                  {t('writtenBy', {
                    name: nameOf(layer.saidBy) ?? t('somebody'),
                    when: new Date(layer.saidAt).toLocaleDateString(undefined, { dateStyle: 'medium' }),
                  })}
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
      {editing === 'new' && form(null)}
      {editing === null && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
    </Card>
  );
}

/** The drafts of a cohort's layer: its settings, and which cohort and place. */
const layerForms = ['settings', 'about'] as const;

/** Where they lie: of a cohort that is not chosen yet under `new`. */
const subjectOf = ({ id }: AlertRuleWhole, cohortId: string) => `${id} ${cohortId}`;

type Offered = readonly { readonly id: string; readonly title: string }[];

/** Cohorts that are no drafts and have nothing otherwise yet. */
function offeredOf(
  rule: AlertRuleWhole,
  cohorts: readonly { readonly cohort: { readonly id: string; readonly title: string; readonly isDraft: boolean } }[],
): Offered {
  const taken = new Set(rule.cohorts.map(({ cohortId }) => cohortId));
  return cohorts
    .filter(({ cohort }) => !cohort.isDraft && !taken.has(cohort.id) && cohort.id !== totalPopulation.id)
    .map(({ cohort: { id, title } }) => ({ id, title }));
}

interface LayerOfCohortProps {
  readonly layer: Layer | null;
  readonly subject: string;
  readonly rule: Parameters<typeof LayerForm>[0]['rule'];
  readonly offered: Offered;
  readonly nextPlace: number;
  readonly failure: string | null;
  readonly faults: ReadonlyMap<string, string>;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  readonly onSave: (cohortId: string, layer: SaidLayer) => void;
}

function LayerOfCohort({ layer, subject, rule, offered, nextPlace, failure, faults, isSaving, onCancel, onSave }: LayerOfCohortProps) {
  const { t } = useTranslation('rules');
  const [about, setAbout] = useState(() => ({
    ...{ cohortId: layer?.cohortId ?? '', place: String(layer?.place ?? nextPlace) },
    ...keptValues({ subject, id: 'about' }),
  }));
  const { cohortId, place } = about;
  const say = (said: Partial<typeof about>) => {
    const values = { ...about, ...said };
    setAbout(values);
    layerDrafts.put(subject, { id: 'about', values, units: currentUnits() });
  };
  const [tried, setTried] = useState(false);
  const placed = Number(place);
  const isPlace = Number.isInteger(placed) && placed >= 1 && placed <= lastCohortPlace;
  return (
    <LayerForm
      draft={{ subject, id: 'settings' }}
      label={t(layer ? 'editLayerTitle' : 'addLayer')}
      rule={rule}
      settings={layer?.settings ?? {}}
      needsOne
      failure={failure}
      serverFaults={faults}
      isSaving={isSaving}
      onCancel={onCancel}
      onSave={(settings, limitsConfirmed) => {
        setTried(true);
        if (cohortId !== '' && isPlace) onSave(cohortId, { place: placed, settings, limitsConfirmed });
      }}
    >
      {!layer && (
        <Field label={t('cohort')} error={tried && cohortId === '' ? t('chooseCohort') : undefined}>
          {(control) => (
            <select {...control} value={cohortId} onChange={({ target }) => say({ cohortId: target.value })}>
              <option value="">{t('choose')}</option>
              {offered.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={t('place')} error={isPlace ? undefined : t('placeFault', { last: lastCohortPlace })}>
        {(control) => <input {...control} inputMode="numeric" value={place} onChange={({ target }) => say({ place: target.value })} />}
      </Field>
    </LayerForm>
  );
}
