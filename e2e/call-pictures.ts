import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { callButton, callWindow, fakeMedia, openAt, openDemoCallPage, ring } from './call-pages.ts';
import { demoMemberId, newContext, nextTokenOf, signIn } from './demo.ts';
import { newDataDir, removeDataDir, startServer } from './server.ts';

/*
 * A film strip of calls, to be looked at: `node e2e/call-pictures.ts FOLDER` leaves a picture of both sides of every state and of each
 * way in which a call ends: the staff’s at a wide screen in the light, a member’s at a phone in the dark.
 */
const [folder = 'call-pictures'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const dataDir = newDataDir();
const [server, ...browsers] = await Promise.all([
  startServer({ dataDir, env: { DEMO: '1', DEMO_DAYS: '1' } }),
  openBrowser(fakeMedia),
  openBrowser(fakeMedia),
]);
const { url } = server;
const memberId = demoMemberId();
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const [wide, narrow] = browsers;
if (!wide || !narrow) throw new Error('There are not two browsers.');
const open = (name: string, screen: string, browser = wide, options = {}) =>
  openDemoCallPage(browser, { url, memberId, name, screen, options });

const nurse = (await open('nurse', 'team')).page;
const coach = (await open('coach', 'team', wide, { colorScheme: 'dark' })).page;
const member = await open('member', 'privacy', narrow, phone);
let ofMember = member.page;

/** What is pressed is named in the language of the page. */
const answer = (page: Page, nth = 0) => ring(page).getByRole('button').nth(nth).click({ timeout: 30_000 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const call = () => press(nurse, callButton);
const videoCall = () => press(nurse, /^Video call with/);
const connected = (page: Page) =>
  callWindow(page)
    .getByText(/^Connected/)
    .first()
    .waitFor({ timeout: 30_000 });
const ended = (page: Page, text: RegExp, seconds = 20) =>
  callWindow(page)
    .getByText(text)
    .first()
    .waitFor({ timeout: seconds * 1_000 });

let scenes = 0;
/** Pictures of both once nothing moves any more; then whatever is left of the call is put away. */
async function picture(name: string, pages: Readonly<Record<string, Page>> = { nurse, member: ofMember }): Promise<void> {
  scenes += 1;
  await pause(1_000);
  for (const [who, page] of Object.entries(pages))
    await page.screenshot({ path: join(folder, `${String(scenes).padStart(2, '0')}-${name}-${who}.png`) });
}
/** Until nothing more has come for a while: a missed call is told of a moment after its end. */
async function putAway(): Promise<void> {
  const quietMs = 2_000;
  for (let lastAt = Date.now(); Date.now() < lastAt + quietMs; await pause(100))
    for (const page of [nurse, coach, ofMember]) {
      const left = page.locator('[data-call-window], [role="alertdialog"], [data-missed]');
      if ((await left.count()) === 0) continue;
      lastAt = Date.now();
      const button = left.getByRole('button', { name: /^(Hang up|Decline|Close|Colgar|Rechazar|Cerrar)$/ });
      await button
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    }
}
/** Its peer connections cannot be made: as where a browser forbids them. */
const breakPeers = (page: Page) =>
  page.evaluate(() => {
    globalThis.RTCPeerConnection = class {
      constructor() {
        throw new Error('broken');
      }
    } as unknown as typeof RTCPeerConnection;
  });
/** They find no way, because they may go through a relay only and there is none. */
const loseWays = (page: Page) =>
  page.evaluate(() => {
    const Native = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Native {
      constructor(given?: RTCConfiguration) {
        super({ ...given, iceTransportPolicy: 'relay' });
      }
      override setConfiguration() {}
    };
  });
/** Puts the member on hold, and back. */
async function asAdministrator(): Promise<(isOnHold: boolean) => Promise<void>> {
  const page = await (await newContext(wide as Browser)).newPage();
  await signIn(page, url, 'admin@demo.example');
  const token = nextTokenOf(page);
  await page.reload();
  const headers = { authorization: `Bearer ${await token}`, 'content-type': 'application/json' };
  return async (isOnHold) => {
    const body = JSON.stringify([{ op: 'replace', path: '/isOnHold', value: isOnHold }]);
    const { status } = await fetch(`${url}/registry/api/v1/users/${memberId}`, { method: 'PATCH', headers, body });
    if (status !== 200) throw new Error(`The member could not be put on hold: ${status}`);
  };
}
const loadAnew = (page: Page) => page.reload().then(() => pause(4_000));

try {
  await videoCall();
  await ring(ofMember).waitFor({ timeout: 30_000 });
  await picture('ringing');
  await answer(ofMember);
  await connected(nurse);
  await pause(2_000);
  await picture('connected');
  await press(nurse, 'Enlarge the video');
  await picture('expanded');
  await press(nurse, 'Make the video small');
  await press(nurse, 'Mute');
  await press(nurse, 'Turn the camera off');
  await picture('muted');
  await press(nurse, 'Devices');
  await press(ofMember, /^(Messaging|Mensajes)/);
  await picture('dialogs');
  await nurse.keyboard.press('Escape');
  await ofMember.keyboard.press('Escape');
  await press(coach, callButton);
  await ended(coach, /is on another call/);
  await picture('busy', { coach, member: ofMember });
  await press(nurse, 'Hang up');
  await picture('completed');
  await putAway();

  await call();
  await ring(ofMember).waitFor({ timeout: 30_000 });
  await picture('ringing-voice');
  await press(nurse, 'Hang up');
  await picture('canceled');
  await putAway();

  await call();
  await answer(ofMember, 1);
  await ended(nurse, /declined the call/);
  await picture('declined');
  await putAway();

  const second = await member.context.newPage();
  await openAt(second, `${url}/patient/${memberId}/privacy`);
  await call();
  await answer(second);
  await connected(nurse);
  await picture('other_device_accepted', { nurse, rang: ofMember, answered: second });
  await press(nurse, 'Hang up');
  await second.close();
  await putAway();

  await breakPeers(nurse);
  await call();
  await ended(nurse, /could not be made/);
  await picture('dial_failed');
  await loadAnew(nurse);
  await putAway();

  await breakPeers(ofMember);
  await call();
  await answer(ofMember);
  await ended(nurse, /sound could not be started there/);
  await picture('accept_failed');
  await loadAnew(ofMember);
  await putAway();

  await call();
  await answer(ofMember);
  await connected(nurse);
  const hold = await asAdministrator();
  await hold(true);
  await ended(nurse, /may no longer call/, 60);
  await picture('unknown');
  await hold(false);
  await putAway();

  await nurse.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('none', 'NotAllowedError'));
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
  });
  await call();
  await picture('microphone-refused');
  await loadAnew(nurse);

  await loseWays(ofMember);
  await call();
  await answer(ofMember);
  await picture('established');
  await ended(nurse, /no sound came through/, 60);
  await picture('timed_out');
  await loadAnew(ofMember);
  await putAway();

  await call();
  await ended(nurse, /did not answer/, 60);
  await picture('no_answer');
  await putAway();

  await call();
  await answer(ofMember);
  await connected(nurse);
  await ofMember.goto('chrome://crash').catch(() => undefined);
  await ended(nurse, /^Connection interrupted/, 30);
  await picture('reconnecting', { nurse });
  await ended(nurse, /connection was lost/, 90);
  ofMember = await member.context.newPage();
  await openAt(ofMember, `${url}/patient/${memberId}/privacy`);
  await ofMember.getByRole('heading', { level: 1 }).waitFor();
  await picture('connection_lost');
} finally {
  for (const browser of browsers) await browser.close();
  await server.stop();
  removeDataDir(dataDir);
}
