import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type CallPerson, callWindow, fakeMedia, openDemoCallPage, press, ring, says } from './call-pages.ts';
import { demoMemberId, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browsers: Browser[];
let nurse: CallPerson;
let member: CallPerson;

beforeAll(async () => {
  [server, ...browsers] = await Promise.all([startDemoServer(), openBrowser(fakeMedia), openBrowser(fakeMedia)]);
  const [ofNurse, ofMember] = browsers as [Browser, Browser];
  const where = { url: server.url, memberId: demoMemberId() };
  nurse = await openDemoCallPage(ofNurse, { ...where, name: 'nurse', screen: 'team' });
  member = await openDemoCallPage(ofMember, { ...where, name: 'member', screen: 'data' });
});

afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

test('a video call that is answered in Messaging on a phone shows its picture, above the field and not over it', async () => {
  const phone = member.page;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole('button', { name: /^Messages/ }).click();
  const field = phone.getByRole('textbox', { name: 'Message to your care team' });
  await field.waitFor();
  await press(nurse.page, /^Video call with/);
  await ring(phone).getByRole('button', { name: 'Answer with video' }).click({ timeout: 30_000 });
  await says(phone, /^Connected/);
  await phone.waitForFunction(() => (document.querySelector<HTMLVideoElement>('[data-call-window] video')?.videoWidth ?? 0) > 0);
  const [bar, line] = [await callWindow(phone).boundingBox(), await field.boundingBox()];
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(844);
  await press(phone, 'Enlarge the video');
  expect((await callWindow(phone).boundingBox())?.height).toBeGreaterThan(700);
  await press(phone, 'Make the video small');
  await press(phone, 'Turn the camera off');
  await says(nurse.page, /sends no picture$/);
  await press(phone, 'Hang up');
  await says(nurse.page, 'The call has ended.');
});
