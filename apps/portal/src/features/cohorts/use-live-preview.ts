import { useQuery } from '@tanstack/react-query';
import { cohortStatuses, mostDisplayFacts } from '@vigil/contract/factuary-cohorts.values';
import { factsAsked } from '@vigil/domain/cohorts/conditions';
import { useEffect, useState } from 'react';
import { previewQuery } from './api/cohorts.ts';
import { type CohortDraft, conditionsSent } from './cohort-draft.ts';

/** So long after the last key it is counted anew. Milliseconds. */
const pauseMs = 350;

/** Who would belong, as it is typed. `late`: what is answered is not what stands in the fields. */
export function useLivePreview(draft: CohortDraft, enabled: boolean) {
  const asked = JSON.stringify(askedOf(draft));
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    if (asked === settled) return;
    const timer = setTimeout(() => setSettled(asked), pauseMs);
    return () => clearTimeout(timer);
  }, [asked, settled]);
  const body = JSON.parse(settled) as ReturnType<typeof askedOf>;
  const query = useQuery(previewQuery(body, enabled));
  const facts = [...new Set([...factsAsked(body.json_conditions), ...body.display_facts.map(({ name }) => name)])];
  return { preview: query.data, failure: query.error, late: asked !== settled || query.isPlaceholderData, facts };
}

function askedOf(draft: CohortDraft) {
  const { type, userStatus, displayFacts } = draft;
  return {
    type,
    json_conditions: conditionsSent(draft),
    filters: userStatus.length === cohortStatuses.length || userStatus.length === 0 ? {} : { userStatus: [...userStatus] },
    display_facts: displayFacts.slice(0, mostDisplayFacts).map((name) => ({ name })),
  };
}
