/** Counts what a connection has sent in this stretch of time, the packet that has come included. */
export function createPacketCount(stretchMs: number): () => number {
  let from = performance.now();
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - from > stretchMs) {
      from = now;
      count = 0;
    }
    count += 1;
    return count;
  };
}
