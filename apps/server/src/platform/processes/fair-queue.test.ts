import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue, type TurnOf } from './fair-queue.ts';

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

/** A queue of items that are named by their tenant, their sender and a number: `a/x1`. */
function queueOf(...items: string[]): FairQueue<string> {
  const queue = createFairQueue<string>();
  for (const item of items) queue.push(turnOf(item), item);
  return queue;
}
function turnOf(item: string): TurnOf {
  const [tenant = '', sender = ''] = item.replace(/\d+$/, '').split('/');
  return [tenant, sender];
}
const arrivals = fc
  .array(fc.tuple(fc.constantFrom('a', 'a', 'a', 'b', 'c'), fc.constantFrom('x', 'x', 'y', 'z')), { maxLength: 60 })
  .map((all) => all.map(([tenant, sender], index) => `${tenant}/${sender}${index}`));
const ofTenant = (items: readonly string[], tenant: string) => items.filter((item) => turnOf(item)[0] === tenant);
const ofSender = (items: readonly string[], like: string) => items.filter((item) => `${turnOf(item)}` === `${turnOf(like)}`);

describe('a fair queue', () => {
  it('gives every tenant one turn before any has a second, however many senders it has', () => {
    const queue = queueOf('a/x1', 'a/y1', 'a/z1', 'a/x2', 'b/x1', 'c/x1', 'c/x2');
    expect(drained(queue)).toEqual(['a/x1', 'b/x1', 'c/x1', 'a/y1', 'c/x2', 'a/z1', 'a/x2']);
    expect(queue.size).toBe(0);
  });

  it('gives every sender of a tenant one turn before any has a second', () => {
    expect(drained(queueOf('a/x1', 'a/x2', 'a/x3', 'a/y1', 'a/z1', 'a/z2'))).toEqual(['a/x1', 'a/y1', 'a/z1', 'a/x2', 'a/z2', 'a/x3']);
  });

  it('lets whoever comes late be served after those who wait, not after all that they wait with', () => {
    const queue = queueOf('a/x1', 'a/x2', 'a/y1');
    expect(queue.shift()).toBe('a/x1');
    queue.push(['b', 'x'], 'b/x1');
    expect(drained(queue)).toEqual(['a/y1', 'b/x1', 'a/x2']);
  });

  it('forgets what is taken out', () => {
    const queue = queueOf('a/x1', 'a/x2', 'a/y1', 'b/x1');
    for (const item of ['a/x1', 'a/y1', 'b/x1', 'b/x9', 'c/x1']) queue.remove(turnOf(item), item);
    expect(queue.size).toBe(1);
    expect(drained(queue)).toEqual(['a/x2']);
  });

  it('gives up the newest of the sender with most, within the tenant with most', () => {
    const queue = queueOf('b/x1', 'b/x2', 'b/x3', 'a/x1', 'a/y1', 'a/y2', 'a/z1');
    expect(queue.giveUpNewest()).toBe('a/y2');
    expect(queue.size).toBe(6);
    expect(drained(queue)).toEqual(['b/x1', 'a/x1', 'b/x2', 'a/y1', 'b/x3', 'a/z1']);
    expect(queue.giveUpNewest()).toBeUndefined();
  });

  it('among those who wait with as many gives up whoever came last', () => {
    expect(queueOf('a/x1', 'b/x1', 'c/x1').giveUpNewest()).toBe('c/x1');
  });

  it('never lets a tenant have two turns while another that waits has none', () => {
    fc.assert(
      fc.property(arrivals, (items) => {
        const order = drained(queueOf(...items));
        expect([...order].sort()).toEqual([...items].sort());
        for (const [one, other] of ['ab', 'ac', 'bc', 'ba', 'ca', 'cb'].map((pair) => [...pair] as [string, string])) {
          const turns = order.flatMap((item, at) => (turnOf(item)[0] === one ? [at] : []));
          for (const [index, at] of turns.slice(1).entries()) {
            const waited = ofTenant(order.slice(turns[index]), other).length > 0;
            if (waited) expect(ofTenant(order.slice(turns[index], at), other)).toHaveLength(1);
          }
        }
      }),
    );
  });

  it('gives up nothing of whoever waits with less than another, of tenants and of the senders of one', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 12 }), (items, room) => {
        const queue = createFairQueue<string>();
        let waiting: string[] = [];
        for (const item of items) {
          queue.push(turnOf(item), item);
          waiting.push(item);
          if (queue.size <= room) continue;
          const lost = queue.giveUpNewest() ?? '';
          const [tenant] = turnOf(lost);
          const tenants = ['a', 'b', 'c'].map((each) => ofTenant(waiting, each).length);
          const senders = ofTenant(waiting, tenant).map((each) => ofSender(waiting, each).length);
          expect(ofTenant(waiting, tenant)).toHaveLength(Math.max(...tenants));
          expect(ofSender(waiting, lost)).toHaveLength(Math.max(...senders));
          expect(ofSender(waiting, lost).at(-1)).toBe(lost);
          waiting = waiting.filter((each) => each !== lost);
        }
        expect(drained(queue).sort()).toEqual(waiting.sort());
      }),
    );
  });
});
