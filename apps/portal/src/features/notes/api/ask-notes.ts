import { notary } from '@vigil/contract';
import type { NoteFilter, NoteSort } from '@vigil/contract/notary.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';

export interface HistoryView {
  readonly filter: NoteFilter;
  readonly sort: NoteSort;
  /** From 0. */
  readonly page: number;
}

/** A page of a member's notes. Whoever asks shows the failure. */
export const historyQuery = (memberId: string, view: HistoryView) =>
  endpointQuery(notary.getHistory, { params: paramsOf(memberId), query: view }, { quiet: true });

/** The note about a member that was written last. A failure is shown by nobody: the history tells of it. */
export const lastNoteQuery = (memberId: string) => endpointQuery(notary.getLast, { params: paramsOf(memberId) }, { quiet: true });

const paramsOf = (patientId: string) => ({ tenantId: session.get()?.tenant.tenant_ID ?? '', patientId });
