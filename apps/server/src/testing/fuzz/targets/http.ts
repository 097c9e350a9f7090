import { Readable } from 'node:stream';
import pino from 'pino';
import { readBody } from '#http/body.ts';
import { decodeBody, requireMediaType } from '#http/body-kinds.ts';
import { createHttpServer } from '#http/mount.ts';
import { createUploadBudget } from '#http/upload-budget.ts';
import { isForSender, never } from '../documented.ts';
import { type Fuzzer, fuzzer, textFuzzer } from '../fuzzer.ts';
import { hostileText } from '../hostile-text.ts';
import type { Random } from '../random.ts';

const headerSamples = [
  'gzip, br;q=0.5, *;q=0',
  'application/fhir+json; charset=utf-8',
  'for=1.2.3.4;host=a',
  '1.2.3.4, 5.6.7.8',
  'a=b; c=d',
];
const headerNames = [
  'accept-encoding',
  'accept-language',
  'content-type',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
].concat(['x-request-id', 'authorization', 'cookie', 'origin', 'if-none-match', 'range', 'x-tenant-id']);
const encodings = ['gzip', 'identity', 'br, gzip', 'x-gzip'];

/** What HTTP itself brings: headers, media types, encodings, addresses, bodies that are text. */
export const httpFuzzers: readonly Fuzzer[] = [
  textFuzzer('content type', headerSamples, (text) => requireMediaType('fhir', text), isForSender),
  textFuzzer('content encoding', encodings, (text) => readUnder(text), isForSender),
  textFuzzer('body that is text', ['time,hr\n1,60\n'], (text) => decodeBody('csv', Buffer.from(text, 'latin1')), isForSender),
  fuzzer<Record<string, string>>({ name: 'headers of a call', make: headers, read: call, isDocumented: never }),
  textFuzzer('address of a call', ['/registry/api/v1/users?page=1', '/a%20b/../c'], (text) => call({}, `/${text.slice(0, 16_000)}`), never),
];

function readUnder(encoding: string): Promise<unknown> {
  const headersOfBody = { contentEncoding: encoding, contentLength: undefined };
  const upload = createUploadBudget({ bodiesInWorkBytes: 1_000_000, uploadsPerPrincipal: 1 }).open({ principal: 'a', tenant: 'b' });
  return readBody(Readable.from([Buffer.from('not packed')]), headersOfBody, 1_000, upload, { onStalled() {}, takesLong() {} });
}

/** Characters that Node refuses in a header are left out: such a call never gets here. */
function headers(random: Random): Record<string, string> {
  const names = headerNames.filter(() => random.chance(0.4));
  return Object.fromEntries(
    names.map((name) => [
      name,
      hostileText(random, headerSamples)
        .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
        .slice(0, 4_000),
    ]),
  );
}

const app = createHttpServer({ log: pino({ level: 'silent' }), publicUrl: 'https://vigil.example.org', trustProxy: { hops: 1 } });
app.get('/', async () => 'x'.repeat(2_000));

/** An address that is none never gets here: Node's client and its parser of requests both refuse it. */
async function call(sent: Record<string, string>, url = '/'): Promise<void> {
  if (!URL.canParse(url, 'http://localhost')) return;
  const { statusCode } = await app.inject({ method: 'GET', url, headers: sent });
  if (statusCode >= 500) throw new Error(`was answered ${statusCode}`);
}
