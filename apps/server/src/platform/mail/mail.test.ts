import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { listenForMail } from '#testing/mail-server.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { createMail, transportUrl } from './mail.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'vigil-mail-'));
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const message = {
  to: 'somebody@test.example',
  subject: 'Contraseña nueva',
  text: 'Open this link:\nhttp://localhost:3000/idp/reset?token=abc_DEF-123',
};
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly user: string | undefined;
  readonly source: string;
}

async function startSmtp(options: { refuseFirst?: number; knowsNoTls?: boolean } = {}) {
  const received: Received[] = [];
  let refusals = options.refuseFirst ?? 0;
  const { address, stop } = await listenForMail({
    disabledCommands: options.knowsNoTls ? ['STARTTLS'] : [],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('wrong password')),
    onMailFrom(_address, _session, done) {
      if (refusals-- > 0) return done(Object.assign(new Error('come back later'), { responseCode: 451 }));
      return done();
    },
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        source: await text(stream),
      });
      done();
    },
  });
  return {
    received,
    url: `smtp://care:p%40ss%2Fword@${address}?from=care@clinic.example`,
    stop,
  };
}

test('a mail reaches the server that SMTP_URL names, signed in, from the sender it names', async () => {
  const smtp = await startSmtp();
  const mail = createMail({ config: { smtpUrl: smtp.url, dataDir, publicUrl: 'https://vigil.example' }, clock, log });
  await mail.send(message);
  await mail.stop();
  await smtp.stop();
  expect(smtp.received).toMatchObject([{ from: 'care@clinic.example', to: ['somebody@test.example'], user: 'care' }]);
  expect(smtp.received[0]?.source).toContain('http://localhost:3000/idp/reset?token=');
});

test('a posted mail is tried again when the server asks to come back later', async () => {
  const smtp = await startSmtp({ refuseFirst: 1 });
  const mail = createMail({ config: { smtpUrl: smtp.url, dataDir, publicUrl: 'https://vigil.example' }, clock, log, retriesMs: [1] });
  mail.post(message);
  await mail.stop();
  await smtp.stop();
  expect(smtp.received).toHaveLength(1);
});

test('a posted mail that cannot be sent is logged without the address, and nothing breaks', async () => {
  lines.length = 0;
  const mail = createMail({
    config: { smtpUrl: 'smtp://127.0.0.1:1', dataDir, publicUrl: 'https://vigil.example' },
    clock,
    log,
    retriesMs: [],
  });
  mail.post(message);
  await mail.stop();
  expect(lines.join('')).toContain('given up');
  expect(lines.join('')).not.toContain('somebody@');
  await expect(mail.send(message)).rejects.toThrow();
});

test('without SMTP_URL the mail is a file in the outbox that only the server’s user can read', async () => {
  const mail = createMail({ config: { smtpUrl: undefined, dataDir, publicUrl: 'https://vigil.example' }, clock, log });
  await Promise.all([mail.send(message), mail.send(message)]);
  await mail.stop();
  const names = await readdir(join(dataDir, 'outbox'));
  expect(names).toHaveLength(2);
  expect(names[0]).toMatch(/^2026-01-02T03-04-05-000Z-[0-9a-f]{8}\.eml$/);
  const path = join(dataDir, 'outbox', names[0] ?? '');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
  const source = await readFile(path, 'utf8');
  expect(source).toMatch(/^From: Vigil <no-reply@vigil\.example>/m);
  expect(source).toMatch(/^To: somebody@test\.example/m);
});

test('a mail server that vanishes without a word is given up within half a minute, and takes the mail when it is tried again', {
  timeout: 90_000,
}, async () => {
  const smtp = await startSmtp();
  const proxy = await startSilentProxy(Number(new URL(smtp.url).port));
  const url = Object.assign(new URL(smtp.url), { port: String(proxy.port) }).toString();
  const mail = createMail({ config: { smtpUrl: url, dataDir, publicUrl: 'https://vigil.example' }, clock, log });
  proxy.vanish();
  const fromMs = performance.now();
  await expect(mail.send(message)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(performance.now() - fromMs).toBeLessThan(35_000);
  proxy.comeBack();
  await mail.send(message);
  expect(smtp.received).toHaveLength(1);
  await mail.stop();
  await proxy.stop();
  await smtp.stop();
});

test.each([
  ['knows no TLS', true],
  ['shows a certificate that nobody vouches for', false],
])('where TLS is demanded, a server that %s is given neither password nor mail', async (_case, knowsNoTls) => {
  const server = await startSmtp({ knowsNoTls });
  const config = { smtpUrl: `${server.url}&requireTLS=true`, dataDir, publicUrl: 'http://localhost:3000' };
  const mail = createMail({ config, clock, log });
  await expect(mail.send(message)).rejects.toMatchObject({ command: knowsNoTls ? 'STARTTLS' : 'CONN' });
  expect(server.received).toEqual([]);
  await mail.stop();
  await server.stop();
});

test.each([
  ['smtp://mail.clinic.example?from=care@clinic.example', 'smtp://mail.clinic.example?requireTLS=true'],
  ['smtp://care:secret@192.0.2.7:587', 'smtp://care:secret@192.0.2.7:587?requireTLS=true'],
  ['smtp://127.0.0.1.clinic.example', 'smtp://127.0.0.1.clinic.example?requireTLS=true'],
  ['smtp://relay.clinic.example?ignoreTLS=true', 'smtp://relay.clinic.example?ignoreTLS=true'],
  ['smtps://mail.clinic.example', 'smtps://mail.clinic.example'],
  ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
  ['smtp://[::1]', 'smtp://[::1]'],
  ['smtp://localhost', 'smtp://localhost'],
])('mails leave this machine encrypted unless the operator says otherwise: %s', (given, used) => {
  expect(transportUrl(given)).toBe(used);
});
