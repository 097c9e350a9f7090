/** What the parent tells its child, as one line of JSON: a secret belongs neither in arguments nor in the environment. */
export interface Start {
  /** Absolute folder of the engine's data. */
  readonly folder: string;
  readonly secret: string;
  /** 0 for any free port. */
  readonly port: number;
  /** A statement that runs on so long after its own bound was over is stuck: the engine no longer keeps its promises. Seconds. */
  readonly overdueSeconds: number;
}

/** Where the parent asks whether the engine still works; see `child/http.ts`. */
export const heartbeatPath = '/heartbeat';

/** Marks the line that says where the child listens; anything else on its output is the engine's own. */
export const readyPrefix = 'vigil-ticks ';
