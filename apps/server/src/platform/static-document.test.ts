import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { staticDocument } from './static-document.ts';

const text = JSON.stringify({ words: 'the same for everybody '.repeat(1_000) });

function serve(make: () => Promise<string> = async () => text) {
  const app = Fastify();
  let made = 0;
  const document = staticDocument('application/json; charset=utf-8', 'no-cache', () => {
    made += 1;
    return make();
  });
  app.get('/document', document);
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/document', headers });
  return { get, madeTimes: () => made };
}

test('is made once, however many ask at the same time', async () => {
  const { get, madeTimes } = serve();
  await Promise.all(Array.from({ length: 20 }, () => get({ 'accept-encoding': 'gzip' })));
  expect(madeTimes()).toBe(1);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('comes as %s to whoever takes that', async (encoding, unpack) => {
  const answer = await serve().get({ 'accept-encoding': encoding });
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding',
    'content-type': expect.stringMatching('json'),
  });
  expect(unpack(answer.rawPayload).toString()).toBe(text);
  expect(answer.rawPayload.length).toBeLessThan(text.length / 10);
});

test('comes as it is to whoever takes nothing else', async () => {
  const { get } = serve();
  for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0, br;q=0' }]) {
    const answer = await get(headers as Record<string, string>);
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, text]);
  }
});

test('is not sent again to whoever has it, in whatever encoding', async () => {
  const { get } = serve();
  const first = await get({ 'accept-encoding': 'br' });
  const tag = String(first.headers.etag);
  const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': `W/${tag}` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200);
});

test('is tried again where it could not be made', async () => {
  let fails = true;
  const { get } = serve(async () => {
    if (fails) throw new Error('no file can be opened');
    return text;
  });
  expect((await get()).statusCode).toBe(500);
  fails = false;
  expect((await get()).body).toBe(text);
});
