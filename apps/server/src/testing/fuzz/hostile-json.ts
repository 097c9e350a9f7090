import { hostileText } from './hostile-text.ts';
import type { Random } from './random.ts';

/** A JSON value that was damaged: parts of the sample replaced, removed, repeated, or given under another name. */
export function hostileJson(random: Random, samples: readonly unknown[], depth = 0): unknown {
  if (samples.length === 0 || random.chance(0.15)) return anything(random, depth);
  return damagedValue(random, random.pick(samples), depth);
}

const names = ['__proto__', 'constructor', 'toString', '', 'length', '0', '\0', 'x'.repeat(5_000)];

function damagedValue(random: Random, value: unknown, depth: number): unknown {
  if (random.chance(0.08)) return anything(random, depth);
  if (Array.isArray(value)) {
    const list = value.map((item) => damagedValue(random, item, depth + 1));
    // Long lists within long lists would make an input that no body limit lets through.
    return random.chance(0.1) && list.length > 0 ? new Array(1 + random.below(depth === 0 ? 500 : 20)).fill(list[0]) : list;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(() => !random.chance(0.05));
    if (random.chance(0.1)) entries.push([random.pick(names), anything(random, depth)]);
    return Object.fromEntries(entries.map(([name, item]) => [name, damagedValue(random, item, depth + 1)]));
  }
  if (typeof value === 'string' && random.chance(0.25)) return hostileText(random, [value]);
  return value;
}

function anything(random: Random, depth: number): unknown {
  const plain = [() => null, () => true, () => random.pick([0, -1, 1.5, 1e308, 2 ** 53, -0]), () => hostileText(random, []), () => []];
  const deeper = [
    () => new Array(random.below(300)).fill(random.pick([0, null, '', {}])),
    () => ({ [random.pick(names)]: anything(random, depth + 1) }),
    () => [anything(random, depth + 1), anything(random, depth + 1)],
  ];
  return random.pick(depth < 6 ? [...plain, ...deeper] : plain)();
}
