/** What the parent tells its child, as one line of JSON: a secret belongs neither in arguments nor in the environment. */
export interface Start {
  /** Absolute folder of the engine's data. */
  readonly folder: string;
  readonly secret: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Marks the line that says where the child listens; anything else on its output is the engine's own. */
export const readyPrefix = 'vigil-ticks ';
