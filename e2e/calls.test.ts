import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir, until, vigilLines } from './server.ts';

let server: RunningServer;
/** A browser each: two machines, as far as sound and picture know. */
let browsers: Browser[];
let errors: string[][];
let memberId: string;
let people: Record<'nurse' | 'member', { context: BrowserContext; page: Page }>;

/** Devices that the browser makes up, allowed without asking; the way between two browsers of one machine leads over it. */
const fakeMedia = [
  '--use-fake-device-for-media-stream=device-count=4',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
];
const allowed: BrowserContextOptions = { permissions: ['microphone', 'camera'] };

/** Keeps each peer connection of a page, so that a test can ask what it has counted. */
const keepPeers = () => {
  const kept: RTCPeerConnection[] = [];
  Object.assign(globalThis, { keptPeers: kept });
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given);
      kept.push(this);
    }
  };
};

async function open(browser: Browser, email: string, path: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newContext(browser, allowed);
  errors.push(watchErrors(context));
  await context.addInitScript(keepPeers);
  const page = await context.newPage();
  await signIn(page, server.url, email);
  await openAt(page, path);
  return { context, page };
}

/** Opens a page, and resolves when it is a device that rings. */
async function openAt(page: Page, path: string): Promise<void> {
  const ready = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => /^43\d+\[\{"call":/.test(String(payload)) }));
  await page.goto(`${server.url}${path}`);
  await ready;
}

beforeAll(async () => {
  [server, ...browsers] = await Promise.all([startDemoServer(), openBrowser(fakeMedia), openBrowser(fakeMedia)]);
  const users = await vigilLines(server.dataDir, ['user', 'list', '--tenant', 'demo']);
  memberId = users.find((line) => line.endsWith('\tmember@demo.example'))?.split('\t')[0] ?? '';
  errors = [];
  const [ofNurse, ofMember] = browsers as [Browser, Browser];
  people = {
    nurse: await open(ofNurse, 'nurse@demo.example', `/patient/${memberId}/team`),
    member: await open(ofMember, 'member@demo.example', `/patient/${memberId}/privacy`),
  };
});

/** Each test begins without a call, and without what is left to read of one. */
afterEach(async () => {
  for (const { page } of Object.values(people))
    await until('nothing of a call is left', async () => {
      const left = page.locator('[data-call-window], [role="alertdialog"]').or(page.getByText(/^Missed call/));
      if ((await left.count()) === 0) return true;
      const button = page.getByRole('button', { name: /^(Hang up|Decline|Close)$/ });
      await button
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined);
      return false;
    });
});

afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

/** Neither the phone of the header nor what stands below a call that is over. */
const callButton = /^Call (?!with|again)/;
const callWindow = (page: Page) => page.locator('[data-call-window]');
const ring = (page: Page) => page.getByRole('alertdialog');
const says = (page: Page, text: string | RegExp) => callWindow(page).getByText(text).first().waitFor({ timeout: 30_000 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function answered(name = 'Answer'): Promise<void> {
  const { nurse, member } = people;
  await ring(member.page).getByRole('button', { name, exact: true }).click({ timeout: 30_000 });
  for (const { page } of [nurse, member]) await says(page, /^Connected/);
}

interface Counted {
  readonly audio: number;
  readonly video: number;
}
/** Bytes that a page has received and could use: samples of sound that were played, and pictures that were decoded. */
const counted = (page: Page): Promise<Counted> =>
  page.evaluate(async () => {
    const { keptPeers } = globalThis as unknown as { keptPeers: RTCPeerConnection[] };
    const sums = { audio: 0, video: 0 };
    const report = await keptPeers.at(-1)?.getStats();
    report?.forEach((one: { type: string; kind: 'audio' | 'video'; bytesReceived: number }) => {
      if (one.type === 'inbound-rtp') sums[one.kind] += one.bytesReceived;
    });
    return sums;
  });

/** Resolves when more of it has arrived at a page than before. */
async function flows(page: Page, kind: keyof Counted): Promise<void> {
  const { [kind]: before } = await counted(page);
  await expect.poll(async () => (await counted(page))[kind], { timeout: 20_000 }).toBeGreaterThan(before);
}

test('a video call: it rings, is answered, sound and picture flow both ways, and both are told that it is over', async () => {
  const { nurse, member } = people;
  await press(nurse.page, /^Video call with/);
  await ring(member.page).waitFor({ timeout: 30_000 });
  expect(await ring(member.page).evaluate((card) => card.contains(document.activeElement))).toBe(false);
  await answered('Answer with video');
  for (const { page } of [nurse, member]) {
    await flows(page, 'audio');
    await flows(page, 'video');
    await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('[data-call-window] video')?.videoWidth ?? 0) > 0);
  }
  await nurse.page.getByRole('button', { name: /^Call with .*Connected/ }).waitFor();
  await press(nurse.page, 'Hang up');
  await says(member.page, 'The call has ended.');
});

test('muted and without camera the other side is told so, and the call goes on; Escape hangs up nothing', async () => {
  const { nurse, member } = people;
  await press(nurse.page, /^Video call with/);
  await answered('Answer with video');
  await press(nurse.page, 'Mute');
  await says(member.page, /is muted$/);
  await press(nurse.page, 'Turn the camera off');
  await says(member.page, /sends no picture$/);
  await press(nurse.page, 'Enlarge the video');
  await nurse.page.keyboard.press('Escape');
  await nurse.page.getByRole('button', { name: 'Enlarge the video' }).waitFor();
  await flows(member.page, 'audio');
});

test('another page, another microphone, and a reload leave the call standing', async () => {
  const { nurse, member } = people;
  await press(nurse.page, callButton);
  await answered();
  await nurse.page.getByRole('link', { name: 'Panel' }).click();
  await nurse.page.waitForURL(/panel/);
  await flows(nurse.page, 'audio');
  await press(nurse.page, 'Devices');
  const settings = nurse.page.getByRole('dialog', { name: 'Devices for calls' });
  await settings.getByText('The microphone hears something.').waitFor({ timeout: 20_000 });
  await settings.getByLabel('Microphone', { exact: true }).selectOption({ index: 2 });
  await settings.getByRole('button', { name: 'Close' }).click();
  await flows(member.page, 'audio');
  await member.page.reload();
  await says(member.page, /^Connected/);
  await flows(member.page, 'audio');
  await flows(nurse.page, 'audio');
  await press(member.page, 'Hang up');
  await nurse.page.goto(`${server.url}/patient/${memberId}/team`);
});

test('declined and hung up before the answer: each side is told, and the log knows', async () => {
  const { nurse, member } = people;
  await openAt(nurse.page, `/patient/${memberId}/team`);
  await press(nurse.page, callButton);
  await ring(member.page).getByRole('button', { name: 'Decline' }).click({ timeout: 30_000 });
  await says(nurse.page, /declined the call/);
  await press(nurse.page, 'Call again');
  await ring(member.page).waitFor({ timeout: 30_000 });
  await press(nurse.page, 'Hang up');
  await ring(member.page).waitFor({ state: 'detached' });
  await member.page.getByText(/^Missed call from/).waitFor();
  await press(nurse.page, /^Voice & Video/);
  const log = nurse.page.getByRole('complementary', { name: 'Communications' });
  await log
    .getByText(/declined$/)
    .first()
    .waitFor();
  await log
    .getByText(/ended before it was answered$/)
    .first()
    .waitFor();
});

test('every page of the person rings; one answers, and the others are silent', async () => {
  const { nurse, member } = people;
  const second = await member.context.newPage();
  await openAt(second, `/patient/${memberId}/data`);
  await press(nurse.page, callButton);
  await Promise.all([member.page, second].map((page) => ring(page).waitFor({ timeout: 30_000 })));
  await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await ring(second).waitFor({ state: 'detached' });
  await says(nurse.page, /^Connected/);
  expect(await callWindow(second).count()).toBe(0);
  await second.close();
});

test('without a microphone nothing is dialed, and it is said what to press', async () => {
  const { nurse, member } = people;
  await nurse.page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('none', 'NotFoundError'));
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
  });
  await press(nurse.page, callButton);
  await says(nurse.page, /No microphone was found/);
  expect(await ring(member.page).count()).toBe(0);
});

test('nothing failed on the way', () => {
  expect(errors.flat()).toEqual([]);
});
