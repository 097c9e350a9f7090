import type { OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useUnchangedNotice } from '#lib/unchanged.ts';
import { ownZone } from '#lib/wall-time.ts';
import { usePutRota } from './api/on-call.ts';
import { type RotaDraft, rotaDrafts } from './on-call-drafts.ts';
import { faultsOf, isSameWeek, keyOfField, type LineFault, linesOf, type RotaLine, shiftsOf } from './rota-lines.ts';

const emptyLine = (): RotaLine => ({ id: crypto.randomUUID(), weekdays: [1, 2, 3, 4, 5], from: '', to: '', staffId: '' });

/** What a week says as it is stored, to be changed. */
const draftOf = ({ role, version, timeZone, shifts }: OnCallRota): RotaDraft => ({
  ...{ id: role, version, timeZone: timeZone ?? ownZone() },
  lines: shifts.length > 0 ? linesOf(shifts) : [emptyLine()],
});

/** The week of a role as it is being written: each key kept in the tab, sent against the version that was read. */
export function useRotaForm(rota: OnCallRota, onDone: () => void) {
  const { t } = useTranslation('onCall');
  const { enqueueSnackbar } = useSnackbar();
  const sayUnchanged = useUnchangedNotice();
  const { role } = rota;
  const [kept] = useDrafts(rotaDrafts, role);
  const [fresh] = useState(() => draftOf(rota));
  const draft = kept ?? fresh;
  const put = usePutRota();
  const [faults, setFaults] = useState<ReadonlyMap<string, LineFault | 'server'>>(new Map());
  const stored = draftOf(rota);
  const isStale = draft.version !== rota.version;
  // The answer to what was sent was lost, and it was stored.
  const isStored = isStale && rota.version === draft.version + 1 && isSameWeek(stored, draft);

  const keep = (next: RotaDraft) => rotaDrafts.put(role, next);
  const done = () => {
    rotaDrafts.remove(role, draft.id);
    enqueueSnackbar(t('rota.saved'), { variant: 'success' });
    onDone();
  };
  useEffect(() => {
    if (isStored && !put.isPending) done();
  });
  const setLines = (lines: readonly RotaLine[]) => {
    setFaults(new Map());
    keep({ ...draft, lines });
  };
  return {
    draft,
    isStale: isStale && !isStored && !put.isPending,
    stored,
    isSaving: put.isPending,
    failure: put.error && (mayHaveHappened(put.error) ? t('unknown') : put.error.status === 409 ? null : put.error.message),
    faults,
    fault: (key: string) => faults.get(key),
    zone: (timeZone: string) => keep({ ...draft, timeZone }),
    line: (id: string, changed: Partial<RotaLine>) =>
      setLines(draft.lines.map((line) => (line.id === id ? { ...line, ...changed } : line))),
    add: () => setLines([...draft.lines, emptyLine()]),
    remove: (id: string) => setLines(draft.lines.filter((line) => line.id !== id)),
    goOn: () => keep({ ...draft, version: rota.version }),
    discard() {
      rotaDrafts.remove(role, draft.id);
      onDone();
    },
    save() {
      const found = faultsOf(draft.lines);
      setFaults(found);
      if (found.size > 0) return;
      if (!isStale && isSameWeek(stored, draft)) {
        rotaDrafts.remove(role, draft.id);
        sayUnchanged();
        return onDone();
      }
      const { version, timeZone } = draft;
      // Kept until the answer is there, also where nothing was typed.
      keep(draft);
      put.mutate(
        { params: { role }, body: { version, timeZone, shifts: [...shiftsOf(draft.lines)] } },
        {
          onSuccess: done,
          onError: ({ fields }) => {
            const keys = fields.flatMap(({ field }) => keyOfField(draft.lines, field) ?? []);
            setFaults(new Map(keys.map((key) => [key, 'server'])));
          },
        },
      );
    },
  };
}
