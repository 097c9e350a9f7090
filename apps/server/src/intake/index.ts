import type { Route } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import { freeBytesOf } from '#platform/disk/disk-space.ts';
import { createCapacity } from './capacity.ts';
import { csvRoutes } from './csv/csv.routes.ts';
import { createDelivery, type TickSink } from './delivery.ts';
import { fhirRoutes } from './fhir/fhir.routes.ts';
import { createLargeBodies, type LargeBodiesOptions } from './large-bodies/large-bodies.ts';
import type { Members } from './members.ts';
import { type CountedReadings, createReadingCounter } from './reading-counter.ts';
import { ticksRoutes } from './ticks/ticks.routes.ts';

export { createTakesReadings } from './capacity.ts';
export { createImport, type ImportOptions, type ImportProgress, type ImportResult } from './import/import.ts';

export { createRecordImport, type ImportRecordOptions, type RecordProgress } from './import/record/import-record.ts';
export type { RecordReport } from './import/record/report.ts';
export { bulkExport } from './import/smart/bulk-export.ts';
export { createConnection, readConnection } from './import/smart/connection.ts';

export interface IntakeDependencies {
  readonly ticksStore: TickSink;
  readonly people: Members;
  readonly clock: Clock;
  /** Folder of the embedded ticks engine, whose file system must have room; null when TICKS_URL names another machine's. */
  readonly dataDir: string | null;
  /** Told that a device has sent something; has to be cheap. */
  readonly deviceSeen: (tenantId: string, deviceId: string) => void;
  readonly largeBodies: LargeBodiesOptions;
  /** Address under which this server is known, as configured. */
  readonly publicUrl: string;
  /** Instead of looking at the file system of `dataDir`. */
  readonly freeBytes?: () => Promise<number>;
}

export interface Intake {
  /** `ticksStore.postTicks`, `ticksStore.postTicksCsv` and everything of `fhir`. */
  readonly routes: readonly Route[];
  /** Readings that came in over HTTP since the start, by format, outcome and reason. */
  counted(): readonly CountedReadings[];
  /** Ends the processes that read large bodies; for when no call is in work any more. */
  stop(): Promise<void>;
}

/**
 * The single entry point through which band data comes in. Whatever the format, it ends as ticks in the catalogue's units that
 * passed the same rules; an answer means that what it accepts is on disk.
 */
export function createIntake(deps: IntakeDependencies): Intake {
  const { ticksStore, clock, deviceSeen } = deps;
  const freeBytes = deps.freeBytes ?? (deps.dataDir === null ? null : freeBytesOf(deps.dataDir));
  const capacity = createCapacity({ clock, freeBytes, ticksWaiting: () => ticksStore.backlog().rows });
  const delivery = createDelivery({ ticksStore, capacity, clock, deviceSeen });
  const large = createLargeBodies(deps.largeBodies);
  const counter = createReadingCounter();
  const shared = { counter, delivery, clock, members: deps.people, large, publicHost: new URL(deps.publicUrl).host };
  return { routes: [...ticksRoutes(shared), ...csvRoutes(shared), ...fhirRoutes(shared)], counted: counter.counted, stop: large.stop };
}
