import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type CallPerson, callButton, callWindow, fakeMedia, flows, openAt, openDemoCallPage, press, ring, says } from './call-pages.ts';
import { demoMemberId, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, until } from './server.ts';

let server: RunningServer;
/** A browser each: two machines, as far as sound and picture know. */
let browsers: Browser[];
let memberId: string;
let people: Record<'nurse' | 'member' | 'coach', CallPerson>;

const open = (browser: Browser, name: string, screen: string) => openDemoCallPage(browser, { url: server.url, memberId, name, screen });
const openMember = (page: Page, screen: string) => openAt(page, `${server.url}/patient/${memberId}/${screen}`);

beforeAll(async () => {
  [server, ...browsers] = await Promise.all([startDemoServer(), openBrowser(fakeMedia), openBrowser(fakeMedia)]);
  memberId = demoMemberId();
  const [ofNurse, ofMember] = browsers as [Browser, Browser];
  people = {
    nurse: await open(ofNurse, 'nurse', 'team'),
    member: await open(ofMember, 'member', 'privacy'),
    coach: await open(ofNurse, 'coach', 'team'),
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

/** Another program takes a page's microphone, until it is given back. */
async function loseMicrophone(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const busy = () => Promise.reject(new DOMException('busy', 'NotReadableError'));
    Object.assign(navigator.mediaDevices, { getUserMedia: busy });
    const { keptPeers } = globalThis as unknown as { keptPeers: RTCPeerConnection[] };
    const track = keptPeers.at(-1)?.getSenders()[0]?.track;
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  });
  return () => page.evaluate(() => void Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
}

async function answered(name = 'Answer'): Promise<void> {
  const { nurse, member } = people;
  await ring(member.page).getByRole('button', { name, exact: true }).click({ timeout: 30_000 });
  for (const { page } of [nurse, member]) await says(page, /^Connected/);
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

  await press(nurse.page, 'Unmute');
  const giveBack = await loseMicrophone(nurse.page);
  await says(nurse.page, /^The microphone is in use by another program/);
  await says(member.page, /is muted$/);
  await giveBack();
  await callWindow(nurse.page).getByRole('button', { name: 'Try again' }).click();
  await callWindow(member.page)
    .getByText(/is muted$/)
    .waitFor({ state: 'detached' });
  await flows(member.page, 'audio');
});

test('another page, another microphone, and a reload leave the call standing', async () => {
  const { nurse, member } = people;
  await nurse.page.getByRole('button', { name: callButton }).first().focus();
  await nurse.page.keyboard.press('Enter');
  await callWindow(nurse.page).and(nurse.page.locator(':focus')).waitFor();
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
  await openMember(nurse.page, 'team');
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
  await openMember(second, 'data');
  await press(nurse.page, callButton);
  await Promise.all([member.page, second].map((page) => ring(page).waitFor({ timeout: 30_000 })));
  await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await ring(second).waitFor({ state: 'detached' });
  await says(nurse.page, /^Connected/);
  expect(await callWindow(second).count()).toBe(0);
  await second.close();
});

test('who calls somebody on a call is told so, and stands as missed there; a message is one press away', async () => {
  const { nurse, member, coach } = people;
  await press(nurse.page, callButton);
  await answered();
  await press(coach.page, callButton);
  await says(coach.page, /is on another call\.$/);
  await member.page.getByText(/called while you were on another call\.$/).waitFor();
  await flows(member.page, 'audio');
  await callWindow(coach.page).getByRole('button', { name: 'Write a message' }).click();
  await coach.page.getByRole('textbox', { name: /^Message to/ }).waitFor();
  await press(coach.page, 'Close');
});

test('both call at once: it is one call, and each hears the other', async () => {
  const { nurse, member } = people;
  await press(member.page, /^Voice & Video/);
  const calling = member.page.getByRole('button', { name: /^Call (?!with).*Nadia/ });
  await Promise.all([press(nurse.page, callButton), calling.click()]);
  for (const { page } of [nurse, member]) {
    await says(page, /^Connected/);
    await flows(page, 'audio');
    expect(await ring(page).count()).toBe(0);
  }
  await press(nurse.page, 'Hang up');
  await says(member.page, 'The call has ended.');
});

test('a call rings in front of an open dialog: it is read out, and reached by Tab', async () => {
  const { nurse, member } = people;
  await openMember(member.page, 'privacy');
  await member.page.keyboard.press('?');
  const dialog = member.page.getByRole('dialog', { name: 'Keyboard', exact: true });
  await dialog.waitFor();
  await press(nurse.page, callButton);
  const answer = ring(member.page).getByRole('button', { name: 'Answer', exact: true });
  await answer.waitFor();
  for (let presses = 0; presses < 10 && !(await answer.evaluate((one) => one === document.activeElement)); presses += 1)
    await member.page.keyboard.press('Tab');
  await member.page.keyboard.press('Enter');
  await says(member.page, /^Connected/);
  await member.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await flows(nurse.page, 'audio');
});

test('a tab that is closed in a call: the other is told within seconds that it has ended', async () => {
  const { nurse, member } = people;
  const second = await member.context.newPage();
  await openMember(second, 'data');
  await press(nurse.page, callButton);
  await ring(second).getByRole('button', { name: 'Answer', exact: true }).click();
  await says(nurse.page, /^Connected/);
  const closedAt = performance.now();
  await second.close({ runBeforeUnload: true });
  await callWindow(nurse.page).getByText('The call has ended.').waitFor({ timeout: 20_000 });
  expect(performance.now() - closedAt).toBeGreaterThan(5_000);
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
  expect(Object.values(people).flatMap(({ errors }) => errors)).toEqual([]);
});
