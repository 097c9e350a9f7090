export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Answers the exit code. */
  run(argv: readonly string[]): Promise<number>;
}
