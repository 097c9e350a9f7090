import type { Route } from '#http/route.ts';
import type { Bus } from '#platform/bus.ts';
import { ticksReadRoutes } from './ticks-store.routes.ts';
import { createTicksReads, type TicksReads, type TicksReadsDeps } from './ticks-store.service.ts';

export { inEngineOrder } from './engine-order.ts';
export type { CountedReading, ReadingCounts } from './queries/counted-readings.ts';
export type { LastRun } from './queries/last-runs.ts';
export type { TypedReading } from './queries/readings-by-hand.ts';
export type { RunBeyond } from './queries/runs-beyond.ts';
export { canReadInShortStretch, type ReadingsInOrder, type ShortStretch } from './queries/short-stretch.ts';
export { isKeptInSlots } from './queries/slots.ts';
export type { MemberSlots } from './queries/slots-parts.ts';
export type { GroupFigures } from './queries/spans.ts';
export type { HourFigures, Steps, StepsQuestion } from './queries/steps.ts';
export type { StepFigures } from './queries/steps-parts.ts';
export type { TickBatch, TickSeries, TickSource } from './tick-batch.ts';
export { intervalMs, type TicksReads } from './ticks-store.service.ts';
export type { TakenBack } from './write/taken-back-store.ts';
export { createTickWriter, type TickWriter, type TickWriterDeps } from './write/writer.ts';

export interface TicksStoreReadsDeps extends TicksReadsDeps {
  readonly bus: Bus;
}

/** The reading half of the ticks store: its calls, and the questions that other modules ask. */
export function createTicksStoreReads(deps: TicksStoreReadsDeps): TicksReads & { readonly routes: Route[] } {
  const reads = createTicksReads(deps);
  return { ...reads, routes: ticksReadRoutes(reads, deps.bus) };
}
