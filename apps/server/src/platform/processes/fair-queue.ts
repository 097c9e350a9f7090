/** Whose turn it is: tenants take turns, and within the turns of a tenant its senders do. */
export type TurnOf = readonly [tenant: string, sender: string];

/** Waiting work, handed out in turns: whoever waits with many things gets one, then everybody else gets one. */
export interface FairQueue<Item> {
  readonly size: number;
  push(turnOf: TurnOf, item: Item): void;
  /** The oldest thing of whoever has waited longest for a turn. */
  shift(): Item | undefined;
  remove(turnOf: TurnOf, item: Item): void;
  /** Takes out the newest thing of the sender who waits with most, within the tenant that waits with most; of equals, of the last in turn. */
  giveUpNewest(): Item | undefined;
}

/** What waits, by sender. A map keeps the order in which its keys came, which is the order of turns. */
type Senders<Item> = Map<string, Item[]>;

export function createFairQueue<Item>(): FairQueue<Item> {
  const tenants = new Map<string, Senders<Item>>();
  const sizes = new Map<string, number>();
  let size = 0;

  function count(tenant: string, change: 1 | -1): void {
    size += change;
    const left = (sizes.get(tenant) ?? 0) + change;
    if (left > 0) sizes.set(tenant, left);
    else sizes.delete(tenant);
  }

  function takeOut([tenant, sender]: TurnOf, indexOf: (items: readonly Item[]) => number): Item | undefined {
    const senders = tenants.get(tenant);
    const items = senders?.get(sender);
    const index = items ? indexOf(items) : -1;
    if (!senders || !items || index < 0) return undefined;
    const [item] = items.splice(index, 1);
    if (items.length === 0) senders.delete(sender);
    if (senders.size === 0) tenants.delete(tenant);
    count(tenant, -1);
    return item;
  }

  return {
    get size() {
      return size;
    },
    push([tenant, sender], item) {
      const senders: Senders<Item> = tenants.get(tenant) ?? new Map();
      const items = senders.get(sender) ?? [];
      items.push(item);
      tenants.set(tenant, senders.set(sender, items));
      count(tenant, 1);
    },
    shift() {
      const [tenant, senders] = first(tenants) ?? [];
      const [sender, items] = (senders && first(senders)) ?? [];
      if (tenant === undefined || !senders || sender === undefined || !items) return undefined;
      const item = takeOut([tenant, sender], () => 0);
      if (items.length > 0) moveLast(senders, sender, items);
      if (senders.size > 0) moveLast(tenants, tenant, senders);
      return item;
    },
    remove(turnOf, item) {
      takeOut(turnOf, (items) => items.indexOf(item));
    },
    giveUpNewest() {
      const tenant = keyOfMost(tenants, (_, key) => sizes.get(key) ?? 0);
      const sender = keyOfMost(tenants.get(tenant) ?? new Map<string, Item[]>(), ({ length }) => length);
      return takeOut([tenant, sender], (items) => items.length - 1);
    },
  };
}

function first<Value>(map: ReadonlyMap<string, Value>): [string, Value] | undefined {
  const [entry] = map;
  return entry;
}

function moveLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

/** The last in order of those with most; an empty text of an empty map. */
function keyOfMost<Value>(map: ReadonlyMap<string, Value>, amountOf: (value: Value, key: string) => number): string {
  let most = { key: '', amount: 0 };
  for (const [key, value] of map) {
    const amount = amountOf(value, key);
    if (amount >= most.amount) most = { key, amount };
  }
  return most.key;
}
