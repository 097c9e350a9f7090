import { randomUUID } from 'node:crypto';
import { spawn, execSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handsOf } from './nodes/hands.ts';
import { processesBelow } from './processes.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';

let nodes: Nodes; let staff: Staff; let hands: ReturnType<typeof handsOf>; let db: pg.Client;
const tm = '/srv/nodes14/tm';
let clamd: any;
async function startClamd() { clamd = spawn('clamd', ['-c', '/srv/nodes14/clamd.conf'], { stdio: 'ignore' });
  for (;;) { const ok = await fetch('http://127.0.0.1:33310').then(() => true, (e) => !String(e.cause).includes('ECONNREFUSED')); if (ok) return; await pause(200); } }
beforeAll(async () => {
  execSync(`kill $(cat /srv/nodes14/clamd.pid) || true`); await pause(1500);
  await startClamd();
  nodes = await startNodes({ env: { BLOB_URL: `file://${tm}`, CLAMD_URL: 'tcp://127.0.0.1:33310', LOG_LEVEL: 'info' } });
  staff = await createStaff(nodes, 12); hands = handsOf(nodes, staff);
  db = new pg.Client({ connectionString: nodes.databaseUrl }); await db.connect();
}, 300_000);
afterAll(async () => { hands?.letGo(); await db?.end(); await nodes?.stop(); clamd?.kill('SIGKILL'); });
const noise = (n: number) => { const b = Buffer.alloc(n); for (let i = 0; i < n; i += 4) b.writeUInt32LE((Math.random() * 2 ** 32) >>> 0, i > n - 4 ? n - 4 : i); return b; };
async function upload(node: number, by: number, bytes: Buffer, name: string, signal?: AbortSignal) {
  const u = staff.colleagues[by]?.userId;
  const a = await fetch(`${nodes.nodeUrl(node)}/blob/tenant/${staff.tenant.id}/user/${u}/upload?path=chat&overwrite=true`, { method: 'POST', headers: { ...hands.authorization(by), 'x-file-name': name, 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes), signal });
  return { status: a.status, body: await a.json().catch(() => null) as any };
}
const pdf = (n: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(n)]);
const stateOf = async (id: string) => (await db.query('select state, thumbnail_id, purpose from vigil.files where id=$1', [id])).rows[0];
const jobs = async () => (await db.query('select kind, tries, due_at - now() as due from vigil.file_jobs')).rows;
const log = (...a: unknown[]) => console.log(...a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)));

test('clamd live', async () => {
  const clean = await upload(0, 0, pdf(1000), 'a.pdf');
  const bad = await upload(1, 0, readFileSync('/srv/nodes14/eicar.txt'), 'a.txt');
  log('clean', clean.status, clean.body, 'bad', bad.status, bad.body);
  const t = performance.now();
  await expect.poll(async () => [(await stateOf(clean.body.id)).state, (await stateOf(bad.body.id)).state], { timeout: 20_000 }).toEqual(['ready', 'infected']);
  log('settled', performance.now() - t);
  const big = await upload(0, 1, pdf(60_000_000), 'big.pdf');
  log('big', big.status, big.body);
  clamd.kill('SIGKILL'); await once(clamd, 'exit');
  await pause(1500);
  log('after kill', await stateOf(big.body.id), await jobs());
  await startClamd();
  await expect.poll(async () => (await stateOf(big.body.id)).state, { timeout: 60_000 }).toBe('ready');
  // hung clamd
  clamd.kill('SIGSTOP');
  const two = await upload(0, 1, pdf(500_000), 'two.pdf');
  await pause(3000);
  log('hung', await stateOf(two.body.id), await jobs());
  clamd.kill('SIGCONT');
  await expect.poll(async () => (await stateOf(two.body.id)).state, { timeout: 30_000 }).toBe('ready');
  // kill in the middle of a scan
  clamd.kill('SIGSTOP');
  const three = await upload(0, 1, pdf(20_000_000), 'three.pdf');
  await pause(500);
  clamd.kill('SIGKILL'); await once(clamd, 'exit');
  await pause(1000);
  log('killed in scan', await stateOf(three.body.id), await jobs());
  await startClamd();
  await expect.poll(async () => (await stateOf(three.body.id)).state, { timeout: 60_000 }).toBe('ready');
  await db.query("delete from vigil.file_jobs");
});
test('disk full', async () => {
  for (const f of readdirSync(tm)) execSync(`rm -rf ${tm}/${f}`);
  await db.query('delete from vigil.files');
  const filler = 90; execSync(`dd if=/dev/zero of=${tm}/filler bs=1M count=${filler} 2>/dev/null`);
  const a = await upload(0, 2, pdf(80_000_000), 'big.pdf');
  log('full', a.status, a.body, readdirSync(tm), (await db.query('select purpose, count(*) from vigil.files group by 1')).rows);
  const pic = await sharp(noise(3000 * 3000 * 3), { raw: { width: 3000, height: 3000, channels: 3 } }).jpeg({ quality: 100 }).toBuffer();
  log('picture of', pic.length);
  execSync(`dd if=/dev/zero of=${tm}/filler2 bs=1K count=$(( ($(df --output=avail -k ${tm} | tail -1)) - ${Math.round(pic.length / 1024)} - 200 )) 2>/dev/null`);
  const b = await upload(0, 3, pic, 'pic.jpg');
  log('full at the drawn copy', b.status, b.body, readdirSync(tm), (await db.query('select purpose, count(*) from vigil.files group by 1')).rows);
  execSync(`dd if=/dev/zero of=${tm}/filler3 bs=1K count=$(( ($(df --output=avail -k ${tm} | tail -1)) - 1000 )) 2>/dev/null`);
  const small = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'red' } }).png().toBuffer();
  log('small picture', small.length);
  execSync(`rm ${tm}/filler ${tm}/filler2 ${tm}/filler3`);
  const c = await upload(1, 3, pic, 'pic.jpg');
  log('room again', c.status, c.body);
  await expect.poll(async () => (await stateOf(c.body.id)).thumbnail_id, { timeout: 30_000 }).not.toBeNull();
});
test('server killed between upload and message; inspector killed', async () => {
  const { conversationId } = await hands.direct(0, 4, 5);
  const a = await upload(0, 4, pdf(1000), 'a.pdf');
  const big = pdf(50_000_000);
  const uploading = upload(0, 4, big, 'half.pdf').catch((e) => ({ status: String(e.cause ?? e), body: null }));
  await pause(60);
  await nodes.kill(0);
  log('cut', await uploading, readdirSync(tm).filter((f) => f.includes('unfinished')), (await db.query('select purpose, count(*) from vigil.files group by 1')).rows);
  const path = `/chat/api/v1/conversations/${conversationId}/messages`;
  await expect.poll(async () => (await stateOf(a.body.id)).state, { timeout: 20_000 }).toBe('ready').catch((e) => log('NOT READY', String(e).slice(0, 80)));
  log('jobs', await jobs());
  const sent = await hands.ask(1, 4, 'POST', path, { id: randomUUID(), files: [a.body.id] });
  log('sent', sent.status, await sent.text());
  await nodes.startAgain(0);
  // inspector killed during a picture
  const pic = await sharp(noise(4000 * 4000 * 3), { raw: { width: 4000, height: 4000, channels: 3 } }).png().toBuffer();
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const) {
    const up = upload(0, 6, pic, 'p.png');
    let killed = 0;
    for (let i = 0; i < 400 && !killed; i += 1) {
      const pid = nodes.server(0).process.pid as number;
      for (const p of processesBelow(pid)) if (p.command.includes('inspecting')) { await pause(400); try { process.kill(p.pid, signal); killed += 1; } catch {} }
      await pause(10);
    }
    const r = await up; log('inspector', signal, killed, r.status, r.body?.title ?? r.body);
  }
  // huge picture
  let peak = 0; const t = setInterval(() => { for (const n of [0, 1]) for (const p of processesBelow(nodes.server(n).process.pid as number)) if (p.command.includes('inspecting')) { try { const m = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${p.pid}/status`, 'utf8')); peak = Math.max(peak, Number(m?.[1] ?? 0)); } catch {} } }, 100);
  const huge = await sharp({ create: { width: 7700, height: 7700, channels: 3, background: 'green', noise: { type: 'gaussian', mean: 128, sigma: 30 } } as any }).jpeg().toBuffer();
  const t0 = performance.now();
  const h = await upload(0, 7, huge, 'huge.jpg');
  log('huge', huge.length, h.status, performance.now() - t0, 'peak MiB', peak / 1024);
  const bomb = await sharp({ create: { width: 30000, height: 30000, channels: 3, background: 'green' }, limitInputPixels: false } as any).png().toBuffer();
  const z = await upload(0, 7, bomb, 'bomb.png');
  log('bomb', bomb.length, z.status, z.body);
  await expect.poll(async () => (await stateOf(h.body.id)).thumbnail_id, { timeout: 60_000 }).not.toBeNull();
  log('peak with the small copy', peak / 1024);
  clearInterval(t);
});
