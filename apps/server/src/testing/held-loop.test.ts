import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { watchLoop } from './held-loop.ts';

describe('the watch over the event loop', () => {
  it('sees work that holds the loop, and not the same work in slices', async () => {
    const held = await watchLoop(async () => {
      await pause(10);
      spin(150);
    });
    expect(held.longestHoldMs).toBeGreaterThan(140);
    const sliced = await watchLoop(async () => {
      for (let slice = 0; slice < 15; slice += 1) {
        await pause(1);
        spin(10);
      }
    });
    expect(sliced.longestHoldMs).toBeLessThan(60);
  });
});

/** Works for so long by the thread's own time. */
function spin(milliseconds: number): void {
  const from = process.threadCpuUsage();
  for (let used = from; used.user + used.system - from.user - from.system < milliseconds * 1000; ) used = process.threadCpuUsage();
}
