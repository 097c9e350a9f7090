import type { Route } from '#http/route.ts';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { ticksReadRoutes } from './ticks-store.routes.ts';
import { createTicksReads, type TicksReads } from './ticks-store.service.ts';

export type { GroupFigures } from './queries/spans.ts';
export type { HourFigures, StepFigures, Steps, StepsQuestion } from './queries/steps.ts';
export type { TickBatch, TickSeries, TickSource } from './tick-batch.ts';
export { intervalMs, type TicksReads } from './ticks-store.service.ts';
export { createTickWriter, type TickWriter, type TickWriterDeps } from './write/writer.ts';

export interface TicksStoreReadsDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly bus: Bus;
}

/** The reading half of the ticks store: its calls, and the questions that other rooms ask. */
export function createTicksStoreReads(deps: TicksStoreReadsDeps): TicksReads & { readonly routes: Route[] } {
  const reads = createTicksReads(deps);
  return { ...reads, routes: ticksReadRoutes(reads, deps.bus) };
}
