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
    ticksAccepted: new Counter({
      name: 'vigil_ticks_accepted_total',
      help: 'Ticks acknowledged, which means stored durably',
      labelNames: ['source'] as const,
      registers: [registry],
    }),
    ticksRejected: new Counter({ name: 'vigil_ticks_rejected_total', help: 'Ticks refused with a reason', registers: [registry] }),
    ticksBacklogRows: new Gauge({ name: 'vigil_ticks_backlog_rows', help: 'Ticks received and not yet stored', registers: [registry] }),
    ticksEngineRestarts: new Counter({
      name: 'vigil_ticks_engine_restarts_total',
      help: 'Times the embedded ticks engine had to be started again',
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
