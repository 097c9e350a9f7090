import { useQueryClient } from '@tanstack/react-query';
import { calendar } from '@vigil/contract';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { ApiError } from '@vigil/contract/client';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { tryOf } from '#lib/tried.ts';
import { useUnchangedNotice } from '#lib/unchanged.ts';
import { wallOf } from '#lib/wall-time.ts';
import { eventQuery, useChangeEvent, useMakeEvent } from './api/calendar.ts';
import {
  changedBody,
  type DraftFault,
  type DraftField,
  draftOf,
  type EventDraft,
  eventDrafts,
  faultsOf,
  isSameAs,
  isSeveral,
  newBody,
  newSubject,
  slotsOf,
} from './event-draft.ts';

/** Which field of the form a field of the call is. */
const fieldOf: Readonly<Record<string, DraftField>> = {
  title: 'title',
  description: 'description',
  date: 'from',
  durationMinutes: 'until',
  recurrence: 'repeat',
};

/** An event's version as it is made. */
const firstVersion = 1;

/** An event as it is being written: each key kept in the tab; a stored one is sent against the version that was read. */
export function useEventForm(stored: CalendarEvent | null, fresh: EventDraft, onDone: () => void) {
  const { t } = useTranslation('calendar');
  const { enqueueSnackbar } = useSnackbar();
  const sayUnchanged = useUnchangedNotice();
  const client = useQueryClient();
  const { userId, tenant } = useSession();
  const subject = stored?.id ?? newSubject;
  const [kept] = useDrafts(eventDrafts, subject);
  const draft = kept ?? fresh;
  const [make, change] = [useMakeEvent(), useChangeEvent()];
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [faults, setFaults] = useState<ReadonlyMap<string, DraftFault>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const isOlder = stored !== null && draft.version !== stored.version;
  // The answer to what was sent was lost, and it was stored.
  const isStored = isOlder && isSameAs(draft, stored);

  const keep = (next: EventDraft) => eventDrafts.put(subject, next);
  const leave = () => {
    eventDrafts.remove(subject, draft.id);
    onDone();
  };
  useEffect(() => {
    if (!isStored || isSaving) return;
    enqueueSnackbar(t('saved'), { variant: 'success' });
    leave();
  });
  const failed = ({ fields, status, message: said }: ApiError) => {
    const isConflict = stored !== null && status === 409;
    // Of what somebody else has changed the new values stand above, as they are read.
    const inWords = (message: string) => (isConflict ? t('stale.differs') : message);
    setRefused(new Map(fields.flatMap(({ field, message }) => (fieldOf[field] ? [[fieldOf[field], inWords(message)] as const] : []))));
    // What somebody else has made of it is shown beside what is written here.
    if (isConflict) void askAgain(client, calendar.getEvent);
    setFailure(isConflict ? null : mayHaveHappened({ status }) ? t('unknown') : said);
  };

  /** One after the other: what is made leaves the draft, so that what is left can be sent again. */
  async function makeSlots(): Promise<void> {
    const slots = slotsOf(draft);
    let left = draft;
    for (const [index, { from, until }] of slots.entries()) {
      const one = { ...left, each: '', until: wallOf(until, left.timeZone), from: wallOf(from, left.timeZone) };
      const body = newBody(one, userId, tenant.tenant_ID);
      const tried = tryOf(left, JSON.stringify(body));
      left = { ...left, from: one.from, tried };
      keep(left);
      await make.mutateAsync({ body: { ...body, id: tried.id } });
      left = { ...left, from: one.until, tried: { id: one.id, content: '' } };
      if (index + 1 < slots.length) keep(left);
    }
    enqueueSnackbar(t('slotsMade', { count: slots.length }), { variant: 'success' });
  }

  /** Where an answer was lost it goes under the same id: what was stored is changed to what has been written since. */
  async function makeOne(): Promise<void> {
    const body = newBody(draft, userId, tenant.tenant_ID);
    const content = JSON.stringify(body);
    // Without content its id is that of a slot that was made, which is over and done.
    const { id } = draft.tried?.content ? draft.tried : tryOf(draft, content);
    keep({ ...draft, tried: { id, content } });
    try {
      await make.mutateAsync({ body: { ...body, id } });
    } catch (error) {
      if ((error as ApiError).status !== 409) throw error;
      const made = await client.fetchQuery({ ...eventQuery(userId, id), staleTime: 0 });
      // What was changed since it was made is nothing to be written over unseen.
      if (made.version !== firstVersion) throw error;
      await change.mutateAsync({ params: { ownerId: userId, id }, body: changedBody({ ...draft, scope: 'following' }, made) });
    }
    enqueueSnackbar(t('made'), { variant: 'success' });
  }

  async function changeStored(before: CalendarEvent): Promise<void> {
    if (!isOlder && isSameAs(draft, before)) return sayUnchanged();
    keep(draft);
    await change.mutateAsync({ params: { ownerId: before.ownerId, id: before.id }, body: changedBody(draft, before) });
    enqueueSnackbar(t('saved'), { variant: 'success' });
  }

  return {
    draft,
    isSaving,
    isStale: isOlder && !isStored && !isSaving,
    failure,
    /** What is wrong with the fields, as the last try to save found it. */
    faults,
    /** How it repeats is new, or was changed here: it is counted from this event on. */
    isRepeatChanged: stored === null || JSON.stringify(draft.repeat) !== JSON.stringify(draftOf(stored).repeat),
    change(changed: Partial<EventDraft>) {
      setFaults(new Map());
      setRefused(new Map());
      keep({ ...draft, ...changed });
    },
    error(field: DraftField): string | undefined {
      const fault = faults.get(field);
      return fault ? t(`fault.${fault}`, { time: field === 'until' ? draft.until.slice(11) : draft.from.slice(11) }) : refused.get(field);
    },
    /** Goes on with what is written here, over what is stored now. */
    goOn: () => stored && keep({ ...draft, version: stored.version }),
    takeStored: () => {
      eventDrafts.remove(subject, draft.id);
      if (stored) eventDrafts.put(subject, draftOf(stored));
    },
    leave,
    async save() {
      const found = faultsOf(draft);
      setFaults(found);
      setFailure(null);
      if (found.size > 0) return;
      setSaving(true);
      try {
        if (stored) await changeStored(stored);
        else if (isSeveral(draft)) await makeSlots();
        else await makeOne();
        leave();
      } catch (error) {
        failed(error as ApiError);
      } finally {
        setSaving(false);
      }
    },
  };
}

export type EventForm = ReturnType<typeof useEventForm>;
