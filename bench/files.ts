import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pngOf } from '#server/testing/sample-pictures.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, withRooms } from './home.ts';
import { progress } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Bytes of the largest file that a conversation takes. */
const largest = 100_000_000;
const atOnce = 5;
const asked = 200;

/** Files of conversations: the largest, one alone and several at once, a photo of a phone, and its small copy opened. */
export async function benchFiles(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const { token, tenantId, memberId } = await withRooms(server, async (place) => {
      const tenant = await createTenant(place.stores.database);
      const [id = ''] = await createMembers(place.stores.database, tenant.id, 1);
      return { token: await signInNurse(place, tenant), tenantId: tenant.id, memberId: id };
    });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { extension_healthId: string };
    const client = clientOf(server, token, `/blob/tenant/${tenantId}/user/${claims.extension_healthId}/upload?path=chat&overwrite=true`);
    // Whatever is loaded at the first use is there.
    await client.upload('first.txt', Buffer.from('first'));
    progress('files: the largest');
    // The head of an MP4, and nothing that could be packed behind it.
    const video = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom\0\0\0\0isommp42'), randomBytes(largest - 24)]);
    const alone = await withPeak(server, () => client.upload('walk.mp4', video));
    const together = await withPeak(server, () => Promise.all(Array.from({ length: atOnce }, () => client.upload('walk.mp4', video))));
    progress('files: a photo');
    const photo = await withPeak(server, () => client.upload('photo.png', pngOf(4_000, 3_000)));
    const small = await client.sent(memberId, photo.answer.id);
    const times: number[] = [];
    for (let n = -10; n < asked; n += 1) {
      const from = performance.now();
      await client.get(small);
      if (n >= 0) times.push(performance.now() - from);
    }
    return [
      figure('files.upload_100mb', alone.ms, 'ms'),
      figure('files.upload_100mb_memory', alone.grownMiB, 'MiB'),
      figure(`files.upload_100mb_${atOnce}_at_once`, together.ms, 'ms'),
      figure(`files.upload_100mb_${atOnce}_at_once_memory`, together.grownMiB, 'MiB'),
      figure('files.photo_12_megapixels', photo.ms, 'ms'),
      figure('files.thumbnail_p50', percentile(times, 0.5), 'ms'),
      figure('files.thumbnail_p95', percentile(times, 0.95), 'ms'),
    ];
  } finally {
    await server.stop();
  }
}

interface Uploaded {
  readonly id: string;
}

function clientOf({ url }: ServerProcess, token: string, uploadPath: string) {
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
    if (!answer.ok) throw new Error(`A call of files was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  }
  return {
    upload: async (name: string, body: Buffer) =>
      (
        await call(uploadPath, { method: 'POST', body: new Uint8Array(body), headers: { 'x-file-name': name } })
      ).json() as Promise<Uploaded>,
    /** Sends a picture to a member; answers the address of its small copy, once there is one. */
    async sent(memberId: string, fileId: string): Promise<string> {
      const headers = { 'content-type': 'application/json' };
      const path = `/chat/api/v1/conversations/${memberId}/messages`;
      await call(path, { method: 'POST', headers, body: JSON.stringify({ id: randomUUID(), files: [fileId] }) });
      for (;;) {
        const { messages } = (await (await call(path)).json()) as { messages: { files: { thumbnailUrl: string | null }[] }[] };
        const address = messages.at(-1)?.files[0]?.thumbnailUrl;
        if (address) return address;
        await pause(50);
      }
    },
    get: async (path: string) => (await call(path)).arrayBuffer(),
  };
}

/** What it took, and by how much the server's own process was larger at its largest than before. */
async function withPeak<T>({ pid }: ServerProcess, work: () => Promise<T>): Promise<{ answer: T; ms: number; grownMiB: number }> {
  const before = residentMiB(pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMiB(pid));
  }, 20);
  const from = performance.now();
  try {
    const answer = await work();
    return { answer, ms: performance.now() - from, grownMiB: Math.max(peak, residentMiB(pid)) - before };
  } finally {
    clearInterval(watching);
  }
}

const residentMiB = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
