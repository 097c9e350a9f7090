import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClinic, tokenOf } from './clinic.ts';
import { type Block, blocksOf, examplesInSentences, guides } from './document-examples.ts';
import { newDataDir, type RunningServer, removeDataDir, startServer } from './server.ts';

/* Every example of the guides is run against a server as its operator starts it, and answers what the guide says. */
const run = promisify(execFile);
const addressInGuides = 'http://localhost:3000';
const home = mkdtempSync(join(tmpdir(), 'vigil-guides-'));
const dataDir = newDataDir();
const blocks = guides.flatMap(blocksOf);
const examples = blocks.filter(({ language, info }) => language === 'sh' && info !== 'not-run');

let server: RunningServer;
let variables: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ dataDir });
  const { tenant, nurse, bands } = await openClinic(server, 1);
  const [band] = bands;
  if (!band) throw new Error('The clinic has no band');
  variables = {
    ...{ CLIENT_ID: band.clientId, CLIENT_SECRET: band.secret, MEMBER: band.userId, TENANT: tenant },
    STAFF_TOKEN: await tokenOf(dataDir, tenant, nurse),
  };
  // As a browser keeps what it downloads.
  mkdirSync(join(home, 'Downloads'));
  for (const { language, info, text } of blocks) if (language === 'csv') writeFileSync(join(home, 'Downloads', info), `${text}\n`);
});

afterAll(async () => {
  await server?.stop();
  removeDataDir(dataDir);
  rmSync(home, { recursive: true, force: true });
});

test('every block of the guides is run, is the answer or the file of one that is, names metrics, or says that it is not run', () => {
  const known = ({ language, info }: Block) =>
    info === 'not-run' ||
    (language === 'sh' && info === '') ||
    (language === 'json' && info === 'answer') ||
    (language === 'csv' && info !== '') ||
    (language === 'yaml' && info === 'metrics');
  expect(blocks.filter((block) => !known(block)).map(({ place }) => place)).toEqual([]);
  expect(guides.flatMap(examplesInSentences)).toEqual([]);
  expect(examples.length).toBeGreaterThan(6);
});

test('few are not run: starting and testing from a checkout, the settings of somebody else’s relay, a drawing', () => {
  const firstLines = blocks
    .filter(({ info }) => info === 'not-run')
    .map(({ document, text }) => [document, text.split('\n')[0]?.slice(0, 24).trim()]);
  expect(firstLines).toEqual([
    ['README.md', 'npm start     # http://l'],
    ['docs/operating.md', '# /etc/turnserver.conf'],
    ['docs/security.md', 'stranger, browser, band'],
  ]);
});

test('rules for monitoring name metrics that the server has', async () => {
  const served = await (await fetch(`${server.url}/metrics`)).text();
  const named = blocks.filter(({ info }) => info === 'metrics').flatMap(({ text }) => text.match(/vigil_\w+/g) ?? []);
  expect(named.filter((name) => !served.includes(`# TYPE ${name} `))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});

test.each(examples)('$place answers what the guide says', async (example) => {
  const output = await runExample(example);
  const answer = blocks[blocks.indexOf(example) + 1];
  if (answer?.info !== 'answer') return;
  const told = JSON.parse(output) as Record<string, unknown>;
  expect(told).toMatchObject(withAnything(JSON.parse(answer.text)) as object);
  if (typeof told.access_token === 'string') variables.TOKEN = told.access_token;
});

/** Runs an example as somebody would who reads it, in the folder where their file is; a status of failure fails it. */
async function runExample({ text, place }: Block): Promise<string> {
  const script = text.replaceAll(addressInGuides, server.url).replaceAll('curl ', 'curl -sS --fail-with-body ');
  const inCheckout = text.startsWith('npm ');
  try {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: inCheckout ? join(import.meta.dirname, '..') : join(home, 'Downloads'),
      env: { ...process.env, ...variables, HOME: home, DATA_DIR: dataDir },
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${place} failed: ${stdout} ${stderr}`);
  }
}

/** `…` in an answer stands for whatever text the server puts there. */
function withAnything(value: unknown): unknown {
  if (value === '…') return expect.any(String);
  if (Array.isArray(value)) return value.map(withAnything);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withAnything(inner)]));
}
