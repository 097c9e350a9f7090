import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TimeSpan } from '#charts/series.ts';
import type { SourceName } from '../panels/panel.ts';
import type { PanelInput } from '../panels/panel-input.ts';
import type { Sources } from './sources.ts';

type Answers = Pick<PanelInput, 'ticks' | 'bodyTicks' | 'bandTicks' | 'facts' | 'averages' | 'sleeps' | 'depths' | 'histogram' | 'before'>;

/** What the calls of a view have answered so far. */
export interface PanelData extends Answers {
  readonly span: TimeSpan;
  readonly days: number;
  readonly granularity: Sources['granularity'];
  /** Calls still under way without anything to show. */
  readonly waiting: ReadonlySet<SourceName>;
  /** The histogram still counts another stretch: the one before the zoom. */
  readonly recounting: boolean;
  /** The stretch that the histogram counts is a zoom. */
  readonly countsZoom: boolean;
  /** Calls that failed, and why. */
  readonly failed: ReadonlyMap<SourceName, Error>;
}

const none: readonly never[] = [];

/**
 * Makes the calls of a view. While those of a new range are under way, the answers for the range before stay, whole and
 * with their own span, rather than half of them under the wrong dates; `outdated` says so.
 */
export function usePanelData(sources: Sources, days: number, span: TimeSpan): { data: PanelData; outdated: boolean; retry: () => void } {
  const wants = (name: SourceName) => sources.wanted.includes(name);
  const ticks = useQuery({ ...sources.ticks, enabled: wants('ticks') });
  const bodyTicks = useQuery({ ...sources.bodyTicks, enabled: wants('bodyTicks') });
  const bandTicks = useQuery({ ...sources.bandTicks, enabled: wants('bandTicks') });
  const facts = useQuery({ ...sources.facts, enabled: wants('facts') });
  const averages = useQuery({ ...sources.averages, enabled: wants('averages') });
  const sleeps = useQuery({ ...sources.sleeps, enabled: wants('sleeps') });
  const unsmoothed = sleeps.isSuccess && !sleeps.data.some((sleep) => sleep.smoothed_stages.length > 0);
  const depths = useQuery({ ...sources.depths, enabled: wants('sleeps') && unsmoothed });
  // While a zoom is counted, the count of before stays in its place.
  const recount = sources.countsZoom ? { placeholderData: keepPreviousData } : {};
  const histogram = useQuery({ ...sources.histogram, enabled: wants('histogram'), ...recount });
  const before = useQuery(sources.before);

  const asked = { ticks, bodyTicks, bandTicks, facts, averages, sleeps, depths, histogram };
  const names = Object.keys(asked) as SourceName[];
  const active = names.filter((name) => wants(name) || (name === 'depths' && unsmoothed));
  const errors = useRef(new Map<SourceName, Error>());
  // A call that failed and is being made again counts as failed until it succeeds, or the page would flicker between the two.
  const unanswered = active.filter((name) => asked[name].data === undefined);
  const waiting = unanswered.filter((name) => asked[name].errorUpdateCount === 0);
  const failed = unanswered
    .filter((name) => !waiting.includes(name))
    .map((name): [SourceName, Error] => [name, asked[name].error ?? errors.current.get(name) ?? new Error(name)]);
  for (const [name, error] of failed) errors.current.set(name, error);
  const of = <T>(name: SourceName, answer: readonly T[] | undefined): readonly T[] => (active.includes(name) ? (answer ?? none) : none);
  const current: PanelData = {
    span,
    days,
    granularity: sources.granularity,
    ticks: of('ticks', ticks.data),
    bodyTicks: of('bodyTicks', bodyTicks.data),
    bandTicks: of('bandTicks', bandTicks.data),
    facts: of('facts', facts.data),
    averages: of('averages', averages.data),
    sleeps: of('sleeps', sleeps.data),
    depths: of('depths', depths.data),
    histogram: of('histogram', histogram.data?.heart_rate),
    before: before.data ?? none,
    recounting: histogram.isPlaceholderData,
    countsZoom: sources.countsZoom,
    waiting: new Set(waiting),
    failed: new Map(failed),
  };

  const complete = useRef<PanelData | null>(null);
  if (waiting.length === 0) complete.current = current;
  const kept = complete.current;
  const outdated = waiting.length > 0 && kept !== null;
  return {
    data: outdated && kept !== null ? kept : current,
    outdated,
    retry: () => active.filter((name) => asked[name].isError).forEach((name) => void asked[name].refetch()),
  };
}
