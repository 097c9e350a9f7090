/** Settings of a server whose machine's clock is ahead of everybody else's by so many minutes; negative: behind. */
export function withClockAhead(minutes: number): Readonly<Record<string, string>> {
  const program = `
    const Own = Date;
    globalThis.Date = class Date extends Own {
      constructor(...given) {
        if (given.length === 0) super(Date.now());
        else super(...given);
      }
      static now() {
        return Own.now() + ${minutes * 60_000};
      }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}
