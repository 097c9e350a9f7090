import type { Prescription } from '@vigil/contract/fhir-records.contract';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { fullName } from '#ui/person.tsx';
import type { Marker } from './marker.ts';
import type { WriteMarker } from './messages.ts';

type What = Omit<Marker, 'id' | 'at' | 'who'> & { readonly at?: number };

/** The markers of a member's timeline. What was undone, taken back or replaced by a later version is none. */
export function markersOfTimeline(entries: readonly TimelineEntry[], write: WriteMarker): Marker[] {
  return entries.flatMap((entry) => {
    const what = whatOf(entry, write);
    const who = entry.executedBy ? fullName(entry.executedBy) : null;
    return what ? [{ id: entry.id, at: Math.floor(entry.at / 1000), who, ...what }] : [];
  });
}

function whatOf({ action, note, reading, call, clinician }: TimelineEntry, write: WriteMarker): What | null {
  if (action) return whatOfAction(action);
  if (note && !note.isReplaced) return { kind: 'note', title: note.text, detail: note.reason, severity: null, opens: 'notes' };
  if (reading?.activityType === 'LOGGING_MEDICATION' && !reading.takenBack) {
    const title = reading.title ?? write('medicationUnnamed');
    const isLeftOut = reading.status === 'SKIPPED';
    return {
      ...{ kind: 'medication', title: write(isLeftOut ? 'skipped' : 'taken', { name: title }) },
      ...{ detail: reading.description, severity: null, opens: 'log' },
    };
  }
  if (!call) return null;
  const name = clinician ? fullName(clinician) : write('unknown');
  const minutes = call.duration === null ? null : Math.max(1, Math.round(call.duration / 60_000));
  return {
    ...{ kind: 'call', title: write(call.isVideoCall ? 'videoCall' : 'voiceCall', { name }) },
    ...{ detail: minutes === null ? write('notAnswered') : write('minutes', { count: minutes }), severity: null, opens: 'calls' },
  };
}

/** An action that a rule has opened is an alert, marked when the rule saw it; what joined it is named in its note. */
function whatOfAction(action: NonNullable<TimelineEntry['action']>): What | null {
  const { event, title, note, triggeredAt, priority, undone } = action;
  if (undone) return null;
  if ((event === 'OPENED' || event === 'JOINED') && triggeredAt !== null) {
    const named = event === 'JOINED' ? (note ?? title) : title;
    return { kind: 'alert', at: Math.floor(triggeredAt / 1000), title: named, detail: null, severity: priority, opens: 'actions' };
  }
  return event === 'INTERVENED' ? { kind: 'intervention', title, detail: note, severity: null, opens: 'actions' } : null;
}

/** Where what a member takes was begun and ended, as other systems tell it. A date without its day stands nowhere on a chart. */
export function markersOfPrescriptions(prescriptions: readonly Prescription[], zone: string, write: WriteMarker): Marker[] {
  return prescriptions
    .filter(({ doNotTake }) => !doNotTake)
    .flatMap(({ id, name, dosage, prescriber, from, to }) =>
      [
        { event: 'started' as const, date: from },
        { event: 'ended' as const, date: to },
      ].flatMap(({ event, date }): Marker[] => {
        const at = date === null ? null : momentOf(date, zone);
        if (at === null) return [];
        return [
          {
            ...{ id: `${id} ${event}`, kind: 'medication', ...at, title: write(event, { name }), detail: dosage.join('; ') || null },
            ...{ severity: null, who: prescriber, opens: null },
          },
        ];
      }),
    );
}

function momentOf(date: string, zone: string): Pick<Marker, 'at' | 'isWholeDay'> | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(date)) return null;
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return null;
  if (date.length > 10) return { at: Math.floor(ms / 1000) };
  return { at: startOfCalendarDay(calendarDay(ms / 1000, 'UTC'), zone), isWholeDay: true };
}
