import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createSms } from './sms.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const message = { to: '+16505550123', text: 'Create your account: http://demo.localhost/idp/invitation?token=abc_DEF-123 — ¡hola!' };

/** A server that speaks the messages call of Twilio's API. */
async function startGateway(refuseFirst: readonly number[] = []) {
  const refusals = [...refuseFirst];
  const requests: { path: string | undefined; authorization: string | undefined; form: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    requests.push({ path: request.url, authorization: request.headers.authorization, form });
    const refused = refusals.shift();
    response.writeHead(refused ?? 201, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refused ? { code: 20429, message: 'no', status: refused } : { sid: 'SM1', status: 'queued' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    url: `http://AC42:t%40ken@127.0.0.1:${port}?from=%2B15005550006`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const on = (smsUrl: string | undefined, retriesMs: readonly number[] = [1]) => createSms({ config: { smsUrl }, log, retriesMs });

test('a message reaches the provider that SMS_URL names, signed in, from the sender that it names', async () => {
  const gateway = await startGateway();
  await on(gateway.url).send(message);
  await gateway.stop();
  expect(gateway.requests).toEqual([
    {
      path: '/2010-04-01/Accounts/AC42/Messages.json',
      authorization: `Basic ${Buffer.from('AC42:t@ken').toString('base64')}`,
      form: { To: '+16505550123', From: '+15005550006', Body: message.text },
    },
  ]);
});

test('a posted message is tried again when the provider is busy, and not when it may have been taken', async () => {
  const busy = await startGateway([429, 503]);
  const patient = on(busy.url, [1, 1]);
  patient.post(message);
  await patient.stop();
  await busy.stop();
  expect(busy.requests).toHaveLength(3);
  const broken = await startGateway([500]);
  const sms = on(broken.url);
  sms.post(message);
  await sms.stop();
  await broken.stop();
  expect(broken.requests).toHaveLength(1);
});

test('a message that cannot be sent is logged without number, text or token, and nothing breaks', async () => {
  lines.length = 0;
  const sms = on('http://AC42:t%40ken@127.0.0.1:1?from=%2B15005550006', []);
  sms.post(message);
  await sms.stop();
  expect(lines.join('')).toContain('given up');
  for (const secret of ['6505550123', 'abc_DEF', 't@ken']) expect(lines.join('')).not.toContain(secret);
  await expect(sms.send(message)).rejects.toThrow();
});

test.each([
  ['http://AC42:s3cret@sms.example.org?from=%2B15005550006', 'SMS_URL'],
  ['https://sms.example.org?from=%2B15005550006', 'SMS_URL'],
  ['https://AC42:s3cret@sms.example.org', 'SMS_URL'],
])('%s stops the start, and no secret is repeated', (SMS_URL, named) => {
  const start = () => readConfig({ SMS_URL });
  expect(start).toThrow(named);
  expect(start).not.toThrow(/s3cret/);
});
