import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { useRef } from 'react';
import type { TimeSpan } from '#charts/series.ts';
import { type Answers, type SourceName, type Sources, sourceList } from './sources.ts';

/** How the view was read when its calls were made. */
interface Viewed {
  readonly days: number;
  readonly granularity: Granularity;
  readonly span: TimeSpan;
  /** A stretch of the span is counted on its own. */
  readonly zoomed: boolean;
}

/** What the calls of a view have answered so far. */
export interface PanelData extends Viewed {
  /** Keeps its identity while every answer does. */
  readonly answers: Answers;
  /** Calls still under way without anything to show. */
  readonly waiting: ReadonlySet<SourceName>;
  /** Calls whose answer on screen is still the one of the zoom before. */
  readonly recounting: ReadonlySet<SourceName>;
  /** Calls that failed, and why. */
  readonly failed: ReadonlyMap<SourceName, Error>;
}

const none: readonly never[] = [];

/**
 * Makes the calls of a view. While those of a new range are under way, the answers for the range before stay, whole and
 * with their own span, rather than half of them under the wrong dates; `outdated` says so.
 */
export function usePanelData(sources: Sources, viewed: Viewed): { data: PanelData; outdated: boolean; retry: () => void } {
  const client = useQueryClient();
  const list = sourceList(sources).map((one) => ({
    ...one,
    active: typeof one.wanted === 'boolean' ? one.wanted : one.wanted((name) => client.getQueryData(sources[name].query.queryKey)),
  }));
  const results = useQueries({ queries: list.map(({ query, active }) => ({ ...query, enabled: active })) });
  const asked = list.map((one, index) => ({ ...one, result: results[index] as (typeof results)[number] })).filter(({ active }) => active);

  const errors = useRef(new Map<SourceName, Error>());
  const unanswered = asked.filter(({ inBackground, result }) => inBackground !== true && result.data === undefined);
  // A call that failed and is being made again counts as failed until it succeeds, or the page would flicker between the two.
  const waiting = unanswered.filter(({ result }) => result.errorUpdateCount === 0);
  const failed = unanswered
    .filter((one) => !waiting.includes(one))
    .map(({ name, result }): [SourceName, Error] => [name, result.error ?? errors.current.get(name) ?? new Error(name)]);
  for (const [name, error] of failed) errors.current.set(name, error);

  const answered = new Map(asked.map(({ name, result }) => [name, result.data]));
  const answers = useUnchanged(Object.fromEntries(list.map(({ name }) => [name, answered.get(name) ?? none]))) as unknown as Answers;
  const namesOf = (some: typeof asked) => new Set(some.map(({ name }) => name));
  const current: PanelData = {
    ...viewed,
    answers,
    recounting: namesOf(asked.filter(({ result }) => result.isPlaceholderData)),
    waiting: namesOf(waiting),
    failed: new Map(failed),
  };

  const complete = useRef<PanelData | null>(null);
  if (waiting.length === 0) complete.current = current;
  const kept = complete.current;
  const outdated = waiting.length > 0 && kept !== null;
  return {
    data: outdated && kept !== null ? kept : current,
    outdated,
    retry: () => asked.filter(({ result }) => result.isError).forEach(({ result }) => void result.refetch()),
  };
}

/** The object of before for as long as each of its values is the same one. */
function useUnchanged<T extends Readonly<Record<string, unknown>>>(values: T): T {
  const before = useRef(values);
  if (Object.entries(values).some(([name, value]) => before.current[name] !== value)) before.current = values;
  return before.current;
}
