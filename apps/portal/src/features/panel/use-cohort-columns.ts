import { useQuery } from '@tanstack/react-query';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import { useMemo } from 'react';
import { wordsOf } from '#lib/list-search.ts';
import { cohortsQuery } from './api/cohorts.ts';
import { columnIds, factsOf } from './columns.ts';
import type { PanelControl } from './use-panel.ts';

const none: readonly Measure[] = [];

/** What the chosen cohort shows of each member, besides the measures of the panel; nothing while none is chosen. */
export function useCohortColumns({ shown, list: { search } }: Pick<PanelControl, 'shown' | 'list'>): readonly Measure[] {
  const { data } = useQuery({ ...cohortsQuery, enabled: search.cohort !== '' });
  const facts = data?.find(({ cohort }) => cohort.id === search.cohort)?.cohort.display_facts;
  return useMemo(() => {
    if (!facts) return none;
    const onScreen = new Set(shown?.measures?.map(({ id }) => id) ?? ['age', 'gender', ...factsOf(wordsOf(search.columns, columnIds))]);
    return facts.flatMap(({ name }) => (onScreen.has(name) ? [] : (measureOf(name) ?? [])));
  }, [facts, shown, search.columns]);
}
