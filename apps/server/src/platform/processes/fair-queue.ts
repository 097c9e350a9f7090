/** Waiting work, handed out in turns: whoever waits with many things gets one, then everybody else gets one. */
export interface FairQueue<Item> {
  readonly size: number;
  push(turnOf: string, item: Item): void;
  /** The oldest thing of whoever has waited longest for a turn. */
  shift(): Item | undefined;
  remove(turnOf: string, item: Item): void;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** A map keeps the order in which its keys came, which is the order of turns. */
  const waiting = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(turnOf, item) {
      const items = waiting.get(turnOf);
      if (items) items.push(item);
      else waiting.set(turnOf, [item]);
      size += 1;
    },
    shift() {
      const [next] = waiting;
      if (!next) return undefined;
      const [turnOf, items] = next;
      const item = items.shift();
      size -= 1;
      waiting.delete(turnOf);
      if (items.length > 0) waiting.set(turnOf, items);
      return item;
    },
    remove(turnOf, item) {
      const items = waiting.get(turnOf);
      const index = items?.indexOf(item) ?? -1;
      if (!items || index < 0) return;
      items.splice(index, 1);
      size -= 1;
      if (items.length === 0) waiting.delete(turnOf);
    },
  };
}
