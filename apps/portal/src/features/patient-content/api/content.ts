import { keepPreviousData } from '@tanstack/react-query';
import { factuaryPrograms } from '@vigil/contract';
import type { InsightStatus, PledgeStatus } from '@vigil/contract/factuary-programs.values';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

const quiet = { quiet: true } as const;

/** Programs, insights and pledges of a member. Whoever asks shows the failure. */
export const programsQuery = (id: string) => endpointQuery(factuaryPrograms.getUserPrograms, { params: { id } }, quiet);

export const insightsQuery = (id: string, status: InsightStatus | null, page: number) => ({
  ...endpointQuery(factuaryPrograms.getUserInsights, { params: { id }, query: { page, ...(status && { status }) } }, quiet),
  placeholderData: keepPreviousData,
});

export const pledgesQuery = (id: string, status: PledgeStatus | null, page: number) => ({
  ...endpointQuery(factuaryPrograms.getUserPledges, { params: { id }, query: { page, ...(status && { status }) } }, quiet),
  placeholderData: keepPreviousData,
});

/** A page of what can be assigned, from 0. */
export const catalogueQuery = (page: number) => ({
  ...endpointQuery(factuaryPrograms.filterPrograms, { query: { page } }, quiet),
  placeholderData: keepPreviousData,
});

const touches = [
  factuaryPrograms.getUserPrograms,
  factuaryPrograms.getUserProgramAggregations,
  factuaryPrograms.getUserInsights,
  factuaryPrograms.getUserPledges,
] as const;

export const useChangePrograms = () => useEndpointMutation(factuaryPrograms.patchUserPrograms, { touches, quiet: true });
export const useInsightDoing = () => useEndpointMutation(factuaryPrograms.putUserInsight, { touches, quiet: true });
export const usePledgeDoing = () => useEndpointMutation(factuaryPrograms.putUserPledge, { touches, quiet: true });
export const usePledgeReport = () => useEndpointMutation(factuaryPrograms.postPledgeReport, { touches, quiet: true });
