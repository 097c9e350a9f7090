import { type Endpoint, endpoints } from '@vigil/contract';
import type * as z from 'zod';
import { checkInput } from '#http/validation.ts';
import { isForSender } from '../documented.ts';
import { type Fuzzer, fuzzer } from '../fuzzer.ts';
import { hostileJson } from '../hostile-json.ts';
import { growingText, hostileText } from '../hostile-text.ts';
import type { Random } from '../random.ts';

const texts = ['heart_rate,spo2', 'heart_rate_mean', '1767225600', '00000000-0000-4000-8000-000000000001', 'Europe/Berlin', '20', 'DAILY'];
const bodies = [[{ op: 'replace', path: '/portalSettings/colorMode', value: 'DARK' }], { label: 'Band' }, { resourceType: 'Observation' }];

/** Every schema of the contract that reads what a caller sent; an endpoint that is added is attacked without being named here. */
export const contractFuzzers: readonly Fuzzer[] = endpoints.flatMap((endpoint) => [
  ...schemaFuzzer(endpoint, 'params', 'path'),
  ...schemaFuzzer(endpoint, 'query', 'query'),
  ...(endpoint.body ? [bodyFuzzer(endpoint, endpoint.body)] : []),
]);

type Fields = Readonly<Record<string, unknown>>;

function schemaFuzzer(endpoint: Endpoint, part: 'params' | 'query', root: 'path' | 'query'): Fuzzer[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const names = namesOf(schema);
  const one = fuzzer<Fields>({
    name: `${endpoint.id} ${part}`,
    make: (random) => fieldsOf(names, random),
    grow(random) {
      const { name, of } = growingText(random, texts);
      const field = random.pick(names);
      return { name: `${field}: ${name}`, of: (count) => ({ [field]: of(count) }) };
    },
    read: (fields) => checkInput(schema, fields, root),
    isDocumented: isForSender,
  });
  return [one];
}

function bodyFuzzer(endpoint: Endpoint, schema: z.core.$ZodType): Fuzzer {
  return fuzzer<unknown>({
    name: `${endpoint.id} body`,
    make: (random) => hostileJson(random, bodies),
    read: (value) => checkInput(schema, value, 'body'),
    isDocumented: isForSender,
  });
}

/** A name given twice comes as a list, as Fastify hands it over. */
function fieldsOf(names: readonly string[], random: Random): Fields {
  const value = () =>
    random.chance(0.1) ? [hostileText(random, texts), 'a'] : random.chance(0.3) ? random.pick(texts) : hostileText(random, texts);
  const entries = names.filter(() => !random.chance(0.2)).map((name) => [name, value()] as const);
  return Object.fromEntries(random.chance(0.2) ? [...entries, ['__proto__', value()]] : entries);
}

function namesOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') throw new Error('Path and query of an endpoint are objects');
  return Object.keys(def.shape);
}
