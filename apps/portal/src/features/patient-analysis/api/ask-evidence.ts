import { eventsProcessorFacts } from '@vigil/contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { endpointQuery } from '#lib/endpoint-query.ts';

interface EvidenceAsked {
  readonly metrics: readonly MetricId[];
  readonly timeframe: string;
  readonly baseline: string;
  /** Unix seconds. */
  readonly at: number;
}

/** What metrics did in a timeframe against a baseline. */
export const evidenceQuery = (userId: string, { metrics, ...asked }: EvidenceAsked) => ({
  ...endpointQuery(
    eventsProcessorFacts.getEvidence,
    { params: { userId }, query: { metrics: metrics.join(','), ...asked } },
    { quiet: true },
  ),
  staleTime: 60_000,
  enabled: metrics.length > 0,
});
