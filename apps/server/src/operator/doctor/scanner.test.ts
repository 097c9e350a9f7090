import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startInstreamServer } from '#testing/instream-server.ts';
import { examineScanner } from './scanner.ts';

const running: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.close();
});

/** A clamd that says the same of every file, once it has had all of it or as soon as it has begun. */
async function saying(words: (bytes: number) => string): Promise<string> {
  const server = createServer((socket) => {
    let bytes = 0;
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        bytes += chunk.length;
        if (chunk.subarray(-4).equals(Buffer.alloc(4)) && words(bytes) !== '') socket.end(words(bytes));
      });
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `tcp://127.0.0.1:${(server.address() as { port: number }).port}`;
}
const found = 'stream: Eicar-Signature FOUND\0';

test('none is no fault, and it is said what that means', async () => {
  expect(await examineScanner({ clamdUrl: undefined })).toMatchObject({ state: 'ok', detail: expect.stringContaining('not checked') });
});

test('one that finds the test file and looks at the largest files is well', async () => {
  const clamdUrl = await saying((bytes) => (bytes < 1_000 ? found : bytes > 100_000_000 ? 'stream: OK\0' : ''));
  expect(await examineScanner({ clamdUrl })).toMatchObject({ state: 'ok', detail: expect.stringContaining(clamdUrl) });
}, 30_000);

test('one that does not take the largest files is named with what to set', async () => {
  const clamdUrl = await saying((bytes) => (bytes < 1_000 ? found : 'INSTREAM size limit exceeded. ERROR\0'));
  expect(await examineScanner({ clamdUrl })).toMatchObject({ state: 'warning', mend: expect.stringContaining('StreamMaxLength') });
});

test('one without signatures, one that is away, and one that is none are broken', async () => {
  const clamdUrl = await saying(() => 'stream: OK\0');
  expect(await examineScanner({ clamdUrl })).toMatchObject({ state: 'broken', mend: expect.stringContaining('freshclam') });
  expect(await examineScanner({ clamdUrl: 'tcp://127.0.0.1:1' })).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('ECONNREFUSED'),
  });
  const away = await startInstreamServer();
  running.push(away);
  away.be('away');
  expect(await examineScanner({ clamdUrl: away.url })).toMatchObject({ state: 'broken', mend: expect.stringContaining('CLAMD_URL') });
});
