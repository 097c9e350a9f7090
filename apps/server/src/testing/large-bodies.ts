/** Bodies as large as calls may be, for tests. Texts are filled up to the limit with whole items. */
export const sixteenMiB = 16 * 1024 * 1024;

/** Ticks of one metric a second apart; what is expected of the store is worked out beside the text. */
export interface SampleBody {
  readonly body: Buffer;
  readonly expected: { count: number; sum: number; lastMs: number };
}

/** Begins a day-aligned time before now, so far back that `count` seconds end before it. */
const startFor = (nowMs: number, seconds: number) => Math.floor(nowMs / 1000) - seconds - 60;
const valueAt = (index: number) => 50 + ((index * 7) % 64) / 2;

export function rowsBody(nowMs: number, source = 'device', limit = sixteenMiB): SampleBody {
  const start = startFor(nowMs, 400_000);
  const item = (index: number) => `{"timestamp":${start + index},"data":{"heart_rate":${valueAt(index)}}}`;
  return filled(`{"source":"${source}","ticks":[`, item, ']}', start, limit);
}

export function columnsBody(nowMs: number, source = 'device', limit = sixteenMiB): SampleBody {
  // Sixteen bytes a tick: eleven for its time, up to five for its value.
  const length = Math.floor((limit - 200) / 16);
  const start = startFor(nowMs, length);
  const times = Array.from({ length }, (_, index) => start + index);
  const values = times.map((_, index) => valueAt(index));
  const body = Buffer.from(`{"source":"${source}","series":{"heart_rate":{"timestamps":[${times}],"values":[${values}]}}}`);
  return { body, expected: { count: length, sum: total(values), lastMs: (start + length - 1) * 1000 } };
}

export function csvBody(nowMs: number, limit = sixteenMiB): SampleBody {
  const start = startFor(nowMs, 1_200_000);
  return filled('timestamp,heart_rate\n', (index) => `${start + index}.0,${valueAt(index)}`, '\n', start, limit, '\n');
}

const ucum = 'http://unitsofmeasure.org';
const beats = { system: 'http://loinc.org', code: '8867-4' };

/** Metrics whose plausible ranges hold every value that is sent here. */
const codes = [
  ['8867-4', '/min'],
  ['29463-7', 'kg'],
  ['8480-6', 'mm[Hg]'],
] as const;

/** Small Observations, each in an entry of its own. */
export function bundleBody(nowMs: number, userId: string): SampleBody {
  return observations(nowMs, () => ({ userId, code: codes[0] }));
}

/** Small Observations of many members in turns, of several metrics: about as many series as ticks. */
export function manyMembersBody(nowMs: number, userIds: readonly string[]): SampleBody {
  return observations(nowMs, (index) => ({
    userId: userIds[index % userIds.length] ?? '',
    code: codes[Math.floor(index / userIds.length) % codes.length] ?? codes[0],
  }));
}

function observations(nowMs: number, of: (index: number) => { userId: string; code: readonly [string, string] }): SampleBody {
  const start = startFor(nowMs, 50_000);
  const item = (index: number) => {
    const { userId, code } = of(index);
    return JSON.stringify({
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: beats.system, code: code[0] }] },
        subject: { reference: `Patient/${userId}` },
        effectiveDateTime: new Date((start + index) * 1000).toISOString(),
        valueQuantity: { value: valueAt(index), system: ucum, code: code[1] },
      },
      request: { method: 'POST', url: 'Observation' },
    });
  };
  return filled('{"resourceType":"Bundle","type":"batch","entry":[', item, ']}', start, sixteenMiB, ',', 50_000);
}

/** Observations of many samples, each written with as many figures as fill the body. */
export function sampledBody(nowMs: number, userId: string, samples = 240_000): SampleBody {
  const start = startFor(nowMs, samples);
  const perEntry = 80_000;
  const figures = Math.floor(sixteenMiB / samples) - 8;
  const values = Array.from({ length: samples }, (_, index) => valueAt(index));
  const entry = [];
  for (let from = 0; from < samples; from += perEntry) {
    const data = values.slice(from, from + perEntry).map((value) => value.toFixed(2) + '0'.repeat(figures));
    entry.push({
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [beats] },
        subject: { reference: `Patient/${userId}` },
        effectiveDateTime: new Date((start + from) * 1000).toISOString(),
        valueSampledData: { origin: { value: 0, system: ucum, code: '/min' }, period: 1000, dimensions: 1, data: data.join(' ') },
      },
      request: { method: 'POST', url: 'Observation' },
    });
  }
  const body = Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry }));
  return { body, expected: { count: samples, sum: total(values), lastMs: (start + samples - 1) * 1000 } };
}

/** `before`, then the item over and over as often as it fits, then `after`. */
export function repeated(before: string, item: string, after: string, separator = ','): Buffer {
  const times = Math.floor((sixteenMiB - before.length - after.length) / (item.length + separator.length));
  return Buffer.from(before + Array(times).fill(item).join(separator) + after);
}

function filled(
  before: string,
  item: (index: number) => string,
  after: string,
  start: number,
  limit: number,
  separator = ',',
  most = Number.POSITIVE_INFINITY,
): SampleBody {
  const items: string[] = [];
  let sum = 0;
  let room = limit - before.length - after.length;
  for (let index = 0; index < most; index += 1) {
    const text = item(index);
    room -= text.length + separator.length;
    if (room < 0) break;
    items.push(text);
    sum += valueAt(index);
  }
  return {
    body: Buffer.from(before + items.join(separator) + after),
    expected: { count: items.length, sum, lastMs: (start + items.length - 1) * 1000 },
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
