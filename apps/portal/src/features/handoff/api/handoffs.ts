import { triageHandoffs } from '@vigil/contract';
import type { HandoffList } from '@vigil/contract/triage-handoffs.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

const { getDraft, getHandoff, getWaiting, listHandoffs } = triageHandoffs;

export const draftQuery = () => endpointQuery(getDraft, { query: {} }, { quiet: true });
export const handoffQuery = (handoffId: string) => endpointQuery(getHandoff, { params: { handoffId } }, { quiet: true });
export const handoffsQuery = (list: HandoffList, page: number) => endpointQuery(listHandoffs, { query: { list, page } }, { quiet: true });
export const waitingQuery = () => endpointQuery(getWaiting, {}, { quiet: true });

/** Asked again when a push says that something has changed. */
export const touchedByPushes = [getWaiting, listHandoffs];

/** The same of a handoff that is on the screen. */
export const touchedWhileOpen = [getHandoff];

/** What is being written is on the screen already: the draft is not read again for it. */
export const useSaveDraft = () => useEndpointMutation(triageHandoffs.putDraft, { touches: [getWaiting], quiet: true });
export const useHandOver = () =>
  useEndpointMutation(triageHandoffs.postHandOver, { touches: [getDraft, getWaiting, listHandoffs], quiet: true });
export const useAcknowledge = () =>
  useEndpointMutation(triageHandoffs.postAcknowledge, { touches: [getHandoff, getDraft, getWaiting, listHandoffs], quiet: true });
export const useWithdraw = () =>
  useEndpointMutation(triageHandoffs.postWithdraw, { touches: [getHandoff, getDraft, getWaiting, listHandoffs], quiet: true });
