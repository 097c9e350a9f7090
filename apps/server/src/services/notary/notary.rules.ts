import type { NoteVersionRow, WrittenNote } from './notary.store.ts';

/** The versions of each note together, in the order in which the notes come. */
export function groupByNote(rows: readonly NoteVersionRow[]): NoteVersionRow[][] {
  return [...Map.groupBy(rows, ({ noteId }) => noteId).values()];
}

/** Whether what is stored is what was sent, so that sending it again is answered as the first time was. */
export function isSameNote(stored: NoteVersionRow, sent: WrittenNote): boolean {
  return (
    stored.userId === sent.userId &&
    stored.clinicianId === sent.clinicianId &&
    stored.text === sent.text &&
    stored.replacesId === (sent.amends?.id ?? null) &&
    stored.reason === (sent.amends?.reason ?? null)
  );
}
