import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What the operator's monitoring reads at /metrics. Labels are routes, outcomes and names of metrics, never ids of people.
 * Besides these: the process' own figures, event-loop delay among them (`nodejs_eventloop_lag_p99_seconds`).
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 5 });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'vigil_http_request_seconds',
      help: 'Time to answer a request, by endpoint of the contract and status',
      labelNames: ['endpoint', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    /** Ticks received and not yet stored, read when asked for. */
    watchBacklog(rows: () => number) {
      new Gauge({
        name: 'vigil_ticks_backlog_rows',
        help: 'Ticks received and not yet stored',
        registers: [registry],
        collect() {
          this.set(rows());
        },
      });
    },
    /** Readings that came in, read when asked for; a reason is given for those refused. */
    watchReadings(counted: () => Iterable<{ format: string; outcome: string; reason: string; readings: number }>) {
      new Counter({
        name: 'vigil_readings_total',
        help: 'Readings that came in, by format, by outcome (accepted, replaced by a later one of the same moment, refused) and by reason of refusal',
        labelNames: ['format', 'outcome', 'reason'] as const,
        registers: [registry],
        collect() {
          this.reset();
          for (const { readings, ...labels } of counted()) this.inc(labels, readings);
        },
      });
    },
    /** Times the embedded ticks engine had to be started again. */
    watchTicksRestarts(restarts: () => number) {
      new Gauge({
        name: 'vigil_ticks_engine_restarts',
        help: 'Times the embedded ticks engine had to be started again since the server started',
        registers: [registry],
        collect() {
          this.set(restarts());
        },
      });
    },
  };
}
