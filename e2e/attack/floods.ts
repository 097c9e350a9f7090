import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, createFindings } from './attack.ts';
import { startOtherCallers } from './other-callers.ts';
import type { Target } from './target.ts';

/** How much longer others may wait than undisturbed, in milliseconds; on a machine that is busy anyway that much counts, too. */
const patienceMs = 1_000;
const undisturbedMs = 3_000;
/** What the server may grow by meanwhile, MiB. */
const mostGrowthMiB = 300;
/** How long a connection may be open that has not said who it is, with some leeway. Milliseconds. */
const silentMs = 10_000;

/** What anybody may ask for: documents, pages, the identity provider, figures, and what there is not. */
const paths = [
  '/openapi.json',
  '/docs',
  '/',
  '/idp/.well-known/openid-configuration',
  '/idp/jwks',
  '/metrics',
  '/readyz',
  '/nothing',
  '/%zz',
];

/**
 * A stranger who asks and does not read: requests sent ahead on a connection, many connections that take nothing of their answer, and
 * WebSockets that never say who they are. Everything goes to the server that the attack has started.
 */
export const floods: Attack = {
  name: 'floods by strangers',
  claim: 'nobody else waits for a second longer, the server stays small, and what is not used is closed',
  async run(target, { rounds }) {
    const findings = createFindings();
    const sockets: Socket[] = [];
    const before = residentMiB(target);
    const undisturbed = startOtherCallers(target);
    await pause(undisturbedMs);
    const quiet = p95Of((await undisturbed.stop()).waits);
    const others = startOtherCallers(target);
    let largest = before;
    const watch = setInterval(() => {
      largest = Math.max(largest, residentMiB(target));
    }, 100);
    const connections = Math.min(50 * rounds, 1_000);
    try {
      for (const path of paths) {
        const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`;
        for (let count = 0; count < 10; count += 1) sockets.push(askWithoutReading(target, request.repeat(1_500)));
        for (let count = 0; count < connections / 10; count += 1) sockets.push(askWithoutReading(target, request.repeat(10)));
        await pause(200);
      }
      const whole = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
      for (let count = 0; count < connections; count += 1) sockets.push(askWithoutReading(target, whole));
      await pause(2_000);
      const open = await silentSockets(target, Math.min(300 * rounds, 3_000));
      if (open > 0) findings.add(`${open} WebSockets without a token are open after ${silentMs} ms`);
    } finally {
      clearInterval(watch);
      for (const socket of sockets) socket.destroy();
    }
    const { waits, failures } = await others.stop();
    for (const failure of failures) findings.add(`another caller meanwhile: ${failure}`);
    const p95 = p95Of(waits);
    if (p95 > quiet + patienceMs) findings.add(`other callers waited ${p95} ms (p95), and ${quiet} ms undisturbed`);
    if (largest - before > mostGrowthMiB) findings.add(`the server grew by ${Math.round(largest - before)} MiB`);
    const offered = await offeredUpgrade(target);
    if (!offered.startsWith('HTTP/1.1 200 ')) findings.add(`an offer of h2c was answered with "${offered.slice(0, 40)}"`);
    return {
      calls: sockets.length,
      findings: findings.list(),
      measured: `${waits.length} calls of others: p95 ${p95} ms, undisturbed ${quiet} ms; ${Math.round(largest - before)} MiB more`,
    };
  },
};

const p95Of = (ascending: readonly number[]) => Math.round(ascending[Math.floor(ascending.length * 0.95)] ?? 0);

/** Memory of the server's own process; Linux tells it, others are not measured. */
function residentMiB({ server }: Target): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function askWithoutReading({ server }: Target, text: string): Socket {
  const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
  socket.pause().on('error', () => {});
  return socket;
}

/** How many of so many WebSockets that say nothing the server has left open. */
async function silentSockets({ server }: Target, count: number): Promise<number> {
  let open = count;
  const sockets = Array.from({ length: count }, () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/chat/socket/?EIO=4&transport=websocket`);
    socket.addEventListener('close', () => {
      open -= 1;
    });
    return socket;
  });
  for (const from = performance.now(); open > 0 && performance.now() - from < silentMs; ) await pause(100);
  for (const socket of sockets) socket.close();
  return open;
}

function offeredUpgrade({ server }: Target): Promise<string> {
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n${offer}\r\n`));
    socket.once('data', (piece) => {
      resolve(String(piece));
      socket.destroy();
    });
    socket.once('close', () => resolve('nothing'));
    socket.once('error', () => resolve('nothing'));
  });
}
