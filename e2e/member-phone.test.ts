import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoMemberId, givePassword, newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

const memberId = demoMemberId();
const refusedFile = JSON.stringify({
  error: { code: 'unsupported_media_type', message: 'Files of this kind cannot be sent. Choose a picture, a PDF or a document.' },
});
let server: RunningServer;
let browser: Browser;
let page: Page;
let errors: string[];
let nurse: { readonly userId: string; readonly tenantId: string };
/** Asks the server as the nurse. */
let asNurse: (method: string, path: string, body?: unknown) => Promise<unknown>;

/** A page that is loaded anew takes its time on a busy machine. */
const patience = { timeout: 60_000 };
const dayMs = 86_400_000;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  const context = await newContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  errors = watchErrors(context);
  page = await context.newPage();
  await signIn(page, server.url, 'member@demo.example');
  const nurses = await (await newContext(browser)).newPage();
  await signIn(nurses, server.url, 'nurse@demo.example');
  const asked = nurses.waitForRequest((request) => 'x-tenant-id' in request.headers());
  await nurses.reload();
  const { authorization = '', 'x-tenant-id': tenantId = '' } = (await asked).headers();
  const [, claims = ''] = authorization.split('.');
  nurse = { userId: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).extension_healthId, tenantId };
  await nurses.context().close();
  asNurse = async (method, path, body) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const isUpload = ({ searchParams }: URL): boolean => searchParams.get('path') === 'chat';

interface Screen {
  readonly width: number;
  readonly height: number;
  /** 2: letters of twice the size. */
  readonly letters?: 1 | 2;
}
const screens: readonly Screen[] = [
  { width: 390, height: 844 },
  { width: 390, height: 844, letters: 2 },
  { width: 320, height: 568 },
  { width: 320, height: 568, letters: 2 },
];
const named = screens.map((screen) => [`${screen.width} × ${screen.height}${screen.letters === 2 ? ' at 200 %' : ''}`, screen] as const);

async function openPage(name: string, { width, height, letters = 1 }: Screen): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}/patient/${memberId}/${name}`);
  await page.addStyleTag({ content: `html { font-size: ${letters * 100}% }` });
  await bar().waitFor(patience);
}
const bar = () => page.getByRole('navigation', { name: 'Your pages' });
const inBar = (name: string) => bar().getByText(name, { exact: true });
/** A call that comes to nothing while the page is open is told over it as well. */
async function closeMissedCard(): Promise<void> {
  const card = page.locator('[data-missed]');
  if (await card.isVisible()) await card.getByRole('button', { name: 'Close' }).click();
}
const glance = () => page.getByRole('list', { name: 'At a glance' });

async function boxOf(what: Locator) {
  await what.waitFor(patience);
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not on screen.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function accessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test.each(named)('%s: four places within reach of the thumb, and the page begins on the first screen', async (_name, screen) => {
  await openPage('data', screen);
  const places = bar().locator('a, button');
  expect(await places.allTextContents()).toEqual(['Today', 'Log', 'Messages', 'More']);
  for (const place of await places.all()) {
    const { x, right, width, height, bottom } = await boxOf(place);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(screen.width);
    expect(bottom).toBeLessThanOrEqual(screen.height);
    expect(await place.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  }
  const { y: barTop } = await boxOf(bar());
  const first = page.getByText(/^You (slept|took)/).first();
  expect((await boxOf(page.getByRole('heading', { name: 'Your last 24 hours' }))).bottom).toBeLessThan(barTop);
  // With letters of twice the size the smallest screen has room for what is new and for the heading.
  if (screen.height >= 844 || screen.letters !== 2) expect((await boxOf(first)).bottom).toBeLessThan(barTop);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width);
});

test('the place that is open is marked, the rest stands behind More, and the end of a page is not under the bar', async () => {
  await openPage('log', { width: 390, height: 844 });
  const current = () => bar().locator('[aria-current]').allTextContents();
  expect(await current()).toEqual(['Log']);
  await accessible();
  await inBar('More').click();
  const more = page.getByRole('dialog', { name: 'More' });
  await more.getByText('Signed in as').waitFor(patience);
  await accessible();
  expect(await more.getByRole('link').allTextContents()).toEqual(
    ['My analysis', 'My programs', 'My health report', 'My surveys', 'My privacy', 'Sign-in and security'].map((name) => ` ${name}`),
  );
  expect((await more.getByRole('button').allTextContents()).map((text) => text.trim())).toEqual(
    expect.arrayContaining(['Notes', 'Voice & Video', 'Appointments', 'Account', 'Sign Out']),
  );
  await more.getByRole('link', { name: 'My privacy' }).click();
  await page.waitForURL('**/privacy');
  await more.waitFor({ state: 'hidden' });
  expect(await current()).toEqual(['More']);
  const last = page.getByRole('complementary', { name: 'In an emergency' });
  const hidden = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return (await boxOf(last)).bottom - (await boxOf(bar())).y;
  };
  await expect.poll(hidden).toBeLessThanOrEqual(0.5);
  await inBar('More').click();
  await more.getByRole('button', { name: 'Appointments' }).click();
  await page.getByRole('heading', { name: 'Your appointments' }).waitFor(patience);
  await page.goBack();
  await bar().waitFor();
  expect(page.url()).toContain('/privacy');
});

test('nothing new is shown as nothing; what cannot be known as a failure, with another try', async () => {
  const events = '**/calendar/api/v1/users/*/events?**';
  await page.route(events, (route) => route.fulfill({ json: [] }));
  await openPage('data', { width: 390, height: 844 });
  const read = page.getByText(/^You (slept|took)/).first();
  await read.waitFor(patience);
  expect(await glance().isVisible()).toBe(false);
  await page.unroute(events);
  await page.route(events, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  const failed = glance().getByRole('alert');
  await failed.getByText('Your appointments could not be loaded.').waitFor(patience);
  await page.unroute(events);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'hidden' });
});

test('new messages, a missed call and the next appointment are seen at a glance, and each leads to its place', async () => {
  await asNurse('GET', `/chat/api/v1/conversations/${memberId}`);
  for (const text of ['How was your walk today?', 'The new band is on its way to you.'])
    await asNurse('POST', `/chat/api/v1/conversations/${memberId}/messages`, { id: randomUUID(), text });
  const deviceId = randomUUID();
  const callId = randomUUID();
  await asNurse('POST', '/calls/api/v1/calls', { callId, calleeId: memberId, memberId, isVideoCall: false, deviceId });
  await asNurse('PUT', `/calls/api/v1/calls/${callId}/end`, { deviceId });
  const { userId, tenantId } = nurse;
  await asNurse('POST', '/calendar/api/v1/event', {
    ...{ ownerId: userId, tenantId, type: 'REGULAR', title: 'Blood pressure review', durationMinutes: 30 },
    ...{ date: Math.ceil(Date.now() / dayMs) * dayMs + 2 * dayMs + 15 * 3_600_000, participants: [memberId], patientId: memberId },
  });

  await openPage('data', { width: 320, height: 568, letters: 2 });
  await closeMissedCard();
  const rows = glance().getByRole('button');
  await expect
    .poll(() => rows.allTextContents(), patience)
    .toEqual([
      expect.stringMatching(/^ ?[23] new messages/),
      expect.stringMatching(/^ ?1 missed call.*from Nadia/),
      expect.stringMatching(/^ ?Next appointment\w+, \w+ \d+, \d+:\d\d\s[AP]M, with \w+/),
    ]);
  const { y: barTop } = await boxOf(bar());
  expect((await boxOf(rows.first())).bottom).toBeLessThan(barTop);
  expect(
    await bar()
      .getByRole('button', { name: /^Messages/ })
      .textContent(),
  ).toMatch(/[23] new/);
  await accessible();

  await rows.nth(1).click();
  await page.getByRole('heading', { name: 'Call your care team' }).waitFor(patience);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(2);
  await rows.nth(1).click();
  await page.getByRole('heading', { name: 'Your appointments' }).waitFor(patience);
  await page.goBack();
  // What was not in sight stays unread.
  await openPage('data', { width: 390, height: 844 });
  await rows.first().click();
  await page.getByRole('log').getByText('The new band is on its way to you.').waitFor(patience);
  await page.goBack();
  await expect.poll(() => rows.count(), patience).toBe(1);
});

test.each(named)('%s: what to do in an emergency, lines of the conversation, the field and Send are in sight', async (_name, screen) => {
  await openPage('data', screen);
  await bar()
    .getByRole('button', { name: /^Messages/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Communications' });
  const field = panel.getByRole('textbox', { name: 'Message to your care team' });
  const send = panel.getByRole('button', { name: 'Send' });
  const log = panel.getByRole('log');
  await panel.getByText('The new band is on its way to you.').waitFor(patience);
  const inSight = async () => {
    const size = 16 * (screen.letters ?? 1);
    for (const part of [field, send]) {
      const { x, y, right, bottom, height } = await boxOf(part);
      expect(height).toBeGreaterThanOrEqual(44);
      expect([x >= 0, y >= 0, right <= screen.width, bottom <= screen.height]).toEqual([true, true, true, true]);
    }
    expect((await boxOf(field)).width).toBeGreaterThanOrEqual(6 * size);
    // Two lines of a message, once the panel has given up room to the field.
    await expect.poll(async () => (await boxOf(log)).height).toBeGreaterThanOrEqual(2 * 1.4 * size);
    expect((await boxOf(panel.getByRole('complementary', { name: 'Who reads this' }))).height).toBeGreaterThanOrEqual(1.5 * size);
    expect(await page.evaluate(() => document.querySelector('[role="dialog"]')?.scrollHeight ?? 0)).toBeLessThanOrEqual(screen.height);
  };
  await inSight();
  await accessible();
  await page.route(isUpload, (route) => route.fulfill({ status: 415, contentType: 'application/json', body: refusedFile }));
  await panel
    .locator('[data-chooser="clip"]')
    .setInputFiles({ name: 'scan-of-my-last-letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
  await panel.getByRole('alert').filter({ hasText: 'cannot be sent' }).waitFor(patience);
  await field.fill('This is what the hospital wrote to me last week.');
  await inSight();
  await page.unroute(isUpload);
  await panel.getByRole('button', { name: /^Remove/ }).click();
  // While an earlier message is read, the way to the latest takes none of the room.
  const spread = await page.addStyleTag({ content: '[role="log"] li { padding-bottom: 12rem }' });
  const toLatest = panel.getByRole('button', { name: /^(To the latest message|\d+ new message)/ });
  // A list that grows keeps its end in sight first.
  const scrollUp = async () => {
    await log.evaluate((it) => it.scrollTo({ top: 0 }));
    return toLatest.count();
  };
  await expect.poll(scrollUp, patience).toBe(1);
  const way = await boxOf(toLatest);
  expect(Math.min(way.width, way.height)).toBeGreaterThanOrEqual(screen.width < 600 && screen.letters === 2 ? 44 : 24);
  await inSight();
  const call = await boxOf(panel.getByRole('complementary', { name: 'Who reads this' }).getByRole('link').first());
  const notice = await boxOf(panel.getByRole('complementary', { name: 'Who reads this' }));
  expect([call.y >= notice.y, call.bottom <= notice.bottom]).toEqual([true, true]);
  await toLatest.click();
  await toLatest.waitFor({ state: 'hidden' });
  await spread.evaluate((it) => (it as Element).remove());
  await field.fill('');
});

test('a member names whom to call, and the nurse finds that number beside the name', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/patient/${memberId}/data`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  const form = page.getByRole('form', { name: 'Emergency contacts' });
  await form.getByRole('button', { name: 'Add contact' }).click();
  const added = form.getByRole('listitem').last();
  await added.getByLabel('Name').fill('Maria Lopez');
  await added.getByLabel('Phone number').fill('+1 303 555 0199');
  for (let place = await form.getByRole('listitem').count(); place > 1; place--)
    await form.getByRole('button', { name: `Move contact ${place} up` }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Close' }).first().click();

  const theirs = await newContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const nursePage = await theirs.newPage();
  await signIn(nursePage, server.url, 'nurse@demo.example');
  await nursePage.goto(`${server.url}/patient/${memberId}/summary`);
  await nursePage.getByRole('button', { name: /^Contact / }).click();
  const first = nursePage
    .getByRole('dialog')
    .getByRole('listitem')
    .first()
    .getByRole('link', { name: /^Call Maria Lopez/ });
  expect(await first.getAttribute('href')).toBe('tel:+13035550199');
  const { violations } = await new AxeBuilder({ page: nursePage }).include('[role="dialog"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await theirs.close();
}, 120_000);

test('a member sets a PIN, and after a while without activity the PIN alone opens the page again', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/account/security`);
  await page.getByRole('button', { name: 'Set a PIN' }).click(patience);
  const ownPin = page.getByLabel('New PIN, 6 digits');
  await ownPin.fill('284917');
  await page.getByRole('button', { name: 'Show PIN' }).click();
  expect(await ownPin.getAttribute('type')).toBe('text');
  await page.getByLabel('Your password').fill('vigil-demo');
  await accessible();
  const extended = page.waitForResponse((answer) => answer.url().includes('/idp/token'), patience);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await page.getByText('Your PIN is set.', { exact: true }).waitFor(patience);
  await extended;
  // The session at hand has the PIN already, and lasts for as long.
  const [cookie] = (await page.context().cookies(`${server.url}/idp/`)).filter(({ name }) => name === 'vigil_session');
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(29 * dayMs);

  await page.evaluate(() => localStorage.setItem('vigil.lastActivity', String(Date.now() - 3_600_000)));
  await page.goto(`${server.url}/patient/${memberId}/surveys`);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click(patience);
  const pin = page.getByLabel('Your PIN, 6 digits');
  await page.getByRole('heading', { name: / page is locked$/ }).waitFor(patience);
  const emergency = page.getByRole('complementary', { name: /^In an emergency/ });
  expect(await emergency.getByRole('link').first().getAttribute('href')).toMatch(/^tel:\d{3}/);
  await pin.fill('111999', patience);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('This PIN is not right.').waitFor(patience);
  await accessible();
  await pin.fill('284917');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.waitForURL('**/surveys', patience);
  await bar().waitFor(patience);

  await page.evaluate(() => localStorage.setItem('vigil.lastActivity', String(Date.now() - 3_600_000)));
  await page.goto(`${server.url}/patient/${memberId}/surveys`);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click(patience);
  await page.getByRole('link', { name: /Sign in as someone else$/ }).click(patience);
  await givePassword(page, 'nurse@demo.example');
  await page.getByRole('button', { name: 'Account menu' }).waitFor(patience);
  expect(await bar().isVisible()).toBe(false);
}, 240_000);

test('nothing went wrong on the way', () => expect(errors).toEqual([]));
