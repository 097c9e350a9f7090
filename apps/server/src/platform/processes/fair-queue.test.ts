import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function drained(queue: { shift(): string | undefined }): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe('a fair queue', () => {
  it('gives everybody one turn before anybody has a second', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    queue.push('c', 'c2');
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('lets whoever comes late be served after those who wait, not after all that they wait with', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    expect(queue.shift()).toBe('a1');
    queue.push('b', 'b1');
    expect(drained(queue)).toEqual(['a2', 'b1', 'a3']);
  });

  it('forgets what is taken out', () => {
    const queue = createFairQueue<string>();
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    queue.push('b', 'b1');
    queue.remove('a', 'a1');
    queue.remove('b', 'b1');
    queue.remove('b', 'never there');
    expect(queue.size).toBe(1);
    expect(drained(queue)).toEqual(['a2']);
  });
});
