import { keepPreviousData } from '@tanstack/react-query';
import { eventsProcessor, factuaryCohorts, factuaryPrograms, factuarySurveys, registry } from '@vigil/contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';
import type { ShownPrograms } from '../programs-search.ts';

const asked = {
  live: { status: 'live', outdated: 'no' },
  draft: { status: 'draft', outdated: 'no' },
  outdated: { status: 'live', outdated: 'yes' },
} as const;

/** A page of programs, from 0. */
export const listQuery = (show: ShownPrograms, page: number) => ({
  ...endpointQuery(factuaryPrograms.filterPrograms, { query: { ...asked[show], page } }, { quiet: true }),
  placeholderData: keepPreviousData,
});

export const programQuery = (id: string) => endpointQuery(factuaryPrograms.getProgram, { params: { id } }, { quiet: true });

/** What a step can bring. */
export const liveSurveysQuery = () => endpointQuery(factuarySurveys.listSurveys, { query: {} }, { quiet: true });

/** What a program can be assigned to at once. */
export const cohortsQuery = () => endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: true });

/** Who is in a cohort now, of those whom the person may see: how many, and the first by name. */
export const cohortMembersQuery = (cohort: string) =>
  endpointQuery(
    eventsProcessor.listMembers,
    { query: { facts: 'heart_rate', cohort, page: 0, size: 20, sortingField: 'lastName' } },
    { quiet: true },
  );

/** Who a member of a result is. */
export const accountQuery = (id: string) => ({
  ...endpointQuery(registry.getUser, { params: { id } }, { quiet: true }),
  staleTime: 60_000,
});

const touches = [factuaryPrograms.filterPrograms, factuaryPrograms.getProgram] as const;

export const useCreateProgram = () => useEndpointMutation(factuaryPrograms.postProgram, { touches, quiet: true });
export const useSaveProgram = () => useEndpointMutation(factuaryPrograms.putProgram, { touches, quiet: true });
export const usePublishProgram = () => useEndpointMutation(factuaryPrograms.publishProgram, { touches, quiet: true });

export const useAssignToMany = () =>
  useEndpointMutation(factuaryPrograms.assignProgram, {
    touches: [factuaryPrograms.getProgram, factuaryPrograms.filterPrograms],
    quiet: true,
  });
