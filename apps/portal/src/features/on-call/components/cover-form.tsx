import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { longestCoverDays } from '@vigil/contract/alerts-on-call.values';
import { roleLabel } from '@vigil/domain/roles';
import { useSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { tryOf } from '#lib/tried.ts';
import { momentOfWall, wallOf } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import { useAddCover } from '../api/on-call.ts';
import type { Clock } from '../clock.ts';
import styles from '../on-call.module.css';
import { type CoverDraft, coverDrafts } from '../on-call-drafts.ts';
import type { NameOf } from '../people.ts';
import { PersonSelect } from './person-select.tsx';

interface CoverFormProps {
  readonly rota: OnCallRota;
  /** By which times are typed. */
  readonly clock: Clock;
  readonly nowMs: number;
  readonly nameOf: NameOf;
  readonly onDone: () => void;
}

type CoverFault = 'person' | 'time' | 'order' | 'past' | 'far';
type CoverField = 'staffId' | 'from' | 'until';
const dayMs = 86_400_000;

/** What is impossible about a cover, by field. */
function faultsOf({ staffId }: CoverDraft, from: number, until: number, nowMs: number): Partial<Record<CoverField, CoverFault>> {
  return {
    ...(staffId === '' && { staffId: 'person' }),
    ...(Number.isNaN(from) && { from: 'time' }),
    ...(Number.isNaN(until)
      ? { until: 'time' }
      : until <= from
        ? { until: 'order' }
        : until <= nowMs
          ? { until: 'past' }
          : until > nowMs + longestCoverDays * dayMs && { until: 'far' }),
  };
}

/** Somebody who is on call instead, for a time: each key kept in the tab. */
export function CoverForm({ rota: { role }, clock, nowMs, nameOf, onDone }: CoverFormProps) {
  const { t } = useTranslation('onCall');
  const { enqueueSnackbar } = useSnackbar();
  const [kept] = useDrafts(coverDrafts, role);
  const [fresh] = useState<CoverDraft>(() => ({ id: crypto.randomUUID(), staffId: '', from: wallOf(nowMs, clock.zone), until: '' }));
  const draft = kept ?? fresh;
  const add = useAddCover();
  const [faults, setFaults] = useState<Readonly<Partial<Record<CoverField, string>>>>({});
  const form = useRef<HTMLFormElement>(null);
  useFaultFocus(form, faults, Object.keys(faults).length > 0);
  const change = (changed: Partial<CoverDraft>) => {
    setFaults({});
    coverDrafts.put(role, { ...draft, ...changed });
  };
  const leave = () => {
    coverDrafts.remove(role, draft.id);
    onDone();
  };
  const save = () => {
    const [from, until] = [momentOfWall(draft.from, clock.zone), momentOfWall(draft.until, clock.zone)];
    const found = faultsOf(draft, from, until, nowMs);
    const words = Object.entries(found).map(([field, fault]) => [field, t(`coverForm.fault.${fault}`, { days: longestCoverDays })]);
    setFaults(Object.fromEntries(words));
    if (words.length > 0) return;
    const body = { staffId: draft.staffId, from, until };
    const tried = tryOf(draft, JSON.stringify(body));
    coverDrafts.put(role, { ...draft, tried });
    add.mutate(
      { params: { role }, body: { id: tried.id, ...body, replaces: [...(tried.earlier ?? [])] } },
      {
        onSuccess: () => {
          const said = { name: nameOf(draft.staffId), from: clock.moment(from), until: clock.moment(until) };
          enqueueSnackbar(t('coverForm.saved', said), { variant: 'success' });
          leave();
        },
        onError: ({ fields }) => setFaults(Object.fromEntries(fields.map(({ field, message }) => [field, message]))),
      },
    );
  };
  const title = t('coverForm.title', { role: roleLabel(role) });
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !add.isPending) save();
      }}
    >
      <h3 className={styles.partTitle}>{title}</h3>
      <p className={styles.hint}>
        {t('coverForm.about')} {t('coverForm.clock', { zone: zoneCity(clock.zone) })}
      </p>
      <div className={styles.fields}>
        <PersonSelect
          role={role}
          label={t('person')}
          value={draft.staffId}
          error={faults.staffId}
          nameOf={nameOf}
          onChange={(staffId) => change({ staffId })}
        />
        {(['from', 'until'] as const).map((field) => (
          <Field key={field} label={t(`coverForm.${field}`)} error={faults[field]}>
            {(control) => (
              <input {...control} type="datetime-local" value={draft[field]} onChange={({ target }) => change({ [field]: target.value })} />
            )}
          </Field>
        ))}
      </div>
      <FormEnd
        failure={add.error && (mayHaveHappened(add.error) ? t('unknown') : add.error.message)}
        save={t(add.isPending ? 'saving' : 'save')}
        isSaving={add.isPending}
        hasShortcut
        cancel={t('discard')}
        onCancel={leave}
      />
    </form>
  );
}
