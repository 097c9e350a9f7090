import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxFile, officeTypes } from '#portal/features/chat/preview/testing/office-files.ts';
import { openBrowser } from './browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { pictureWithPlace } from './picture.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;
/** Of each browser. */
let errors: string[][];
let memberId: string;
/** Each in a browser of their own. */
let people: Record<'nurse' | 'member' | 'md', { context: BrowserContext; page: Page }>;

beforeAll(async () => {
  // The people of the demonstration; their readings need not be there.
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  memberId = demoMemberId();
  errors = [];
  const open = async (email: string, path: string) => {
    const context = await newContext(browser);
    errors.push(watchErrors(context));
    const page = await context.newPage();
    await signIn(page, server.url, email);
    await page.goto(`${server.url}${path}`);
    return { context, page };
  };
  people = {
    nurse: await open('nurse@demo.example', `/patient/${memberId}/data`),
    member: await open('member@demo.example', `/patient/${memberId}/data`),
    md: await open('md@demo.example', '/dashboard/today'),
  };
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

/** A page that is loaded anew takes its time on a busy machine. */
const eventually = <T>(asked: () => Promise<T>) => expect.poll(asked, { timeout: 20_000 });
/** Beside the page, on a phone over it. */
const panel = (page: Page) =>
  page.getByRole('complementary', { name: 'Communications' }).or(page.getByRole('dialog', { name: 'Communications' }));
const log = (page: Page) => panel(page).getByRole('log');
const field = (page: Page) => panel(page).getByRole('textbox', { name: /^Message to/ });
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });

async function openTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Messaging/ }).click();
  await field(page).waitFor();
}

async function takeBackLast(page: Page): Promise<void> {
  await log(page)
    .getByRole('button', { name: /change your message/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Take back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
}

test('what one writes stands on the other’s page at once, in both directions, and is seen', async () => {
  const { nurse, member } = people;
  await openTab(nurse.page);
  await openTab(member.page);
  await panel(member.page)
    .getByText(/In an emergency, don’t write here/)
    .waitFor();
  await field(member.page).fill('I feel a little dizzy today.');
  await field(member.page).press('Enter');
  await said(nurse.page, 'I feel a little dizzy today.').waitFor();
  await field(nurse.page).pressSequentially('Please sit down and measure.');
  await panel(member.page)
    .getByText(/is writing/)
    .waitFor();
  await field(nurse.page).press('Enter');
  await said(member.page, 'Please sit down and measure.').waitFor();
  await log(nurse.page)
    .getByText(/^Seen by/)
    .waitFor();
  expect(await said(nurse.page, 'Please sit down and measure.').count()).toBe(1);
});

test('what is written without a connection waits, and is there once and in order when it is back', async () => {
  const { nurse, member } = people;
  await nurse.context.setOffline(true);
  for (const text of ['First.', 'Second.', 'Third.']) {
    await field(nurse.page).fill(text);
    await field(nurse.page).press('Enter');
  }
  await panel(nurse.page)
    .getByText(/Waiting for the connection/)
    .first()
    .waitFor();
  await field(member.page).fill('Meanwhile.');
  await field(member.page).press('Enter');
  await nurse.context.setOffline(false);
  await said(member.page, 'Third.').waitFor({ timeout: 30_000 });
  await said(nurse.page, 'Meanwhile.').waitFor({ timeout: 30_000 });
  await eventually(() =>
    panel(nurse.page)
      .getByText(/Waiting|Sending/)
      .count(),
  ).toBe(0);
  const order = async (page: Page) =>
    (await log(page).locator('[data-sequence] p').allTextContents()).filter((text) => /^(First|Second|Third|Meanwhile)\.$/.test(text));
  await eventually(async () => JSON.stringify(await order(nurse.page))).toBe(JSON.stringify(await order(member.page)));
  expect((await order(member.page)).filter((text) => text !== 'Meanwhile.')).toEqual(['First.', 'Second.', 'Third.']);
});

test('a message that was taken back is gone on the other’s page', async () => {
  const { nurse, member } = people;
  await takeBackLast(nurse.page);
  await said(member.page, 'This message was taken back.').waitFor();
  expect(await said(member.page, 'Third.').count()).toBe(0);
});

test('a picture arrives without where it was taken, opens large, and Escape leads back to it; a wrong one says why; taken back, nobody opens it', async () => {
  const { nurse, member } = people;
  const taken = await pictureWithPlace(member.page);
  expect(taken.includes('Exif')).toBe(true);
  await panel(member.page)
    .locator('[data-chooser="clip"]')
    .setInputFiles([
      { name: 'My arm.jpg', mimeType: 'image/jpeg', buffer: taken },
      { name: 'No picture.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture at all.') },
    ]);
  await panel(member.page).getByRole('alert').filter({ hasText: /png/ }).waitFor();
  await panel(member.page).getByRole('button', { name: 'Remove No picture.png' }).click();
  await field(member.page).fill('It looks like this.');
  await field(member.page).press('Enter');
  const opens = panel(nurse.page).getByRole('button', { name: 'Open the picture My arm.jpg' });
  await opens.locator('img').waitFor({ timeout: 20_000 });
  const [answer] = await Promise.all([nurse.page.waitForResponse(/\/files\/[0-9a-f-]{36}$/), opens.click()]);
  // The browser keeps to itself what a page takes into its memory: the same call again.
  const asked = await answer.request().allHeaders();
  const headers = Object.fromEntries(Object.entries(asked).filter(([name]) => /^(?:authorization|x-tenant-)/.test(name)));
  const got = await (await nurse.page.request.get(answer.url(), { headers })).body();
  expect([asked.authorization?.startsWith('Bearer '), got.subarray(0, 2).toString('hex')]).toEqual([true, 'ffd8']);
  expect([got.includes('Exif'), got.includes(taken.subarray(2, 90))]).toEqual([false, false]);
  await nurse.page.getByRole('img', { name: 'Picture My arm.jpg' }).waitFor();
  await nurse.page.keyboard.press('Escape');
  await nurse.page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(() => opens.evaluate((button) => button === document.activeElement)).toBe(true);

  await opens.click();
  await nurse.page.getByRole('img', { name: 'Picture My arm.jpg' }).waitFor();
  await takeBackLast(member.page);
  await nurse.page.getByRole('dialog').waitFor({ state: 'detached' });
  await opens.waitFor({ state: 'detached' });
  for (const { page } of [nurse, member]) expect((await page.request.get(answer.url(), { headers })).status()).toBe(404);
});

test('the words of a document open in the page; one that is made to hold up the page is refused, and the page goes on meanwhile', async () => {
  const { nurse, member } = people;
  const mimeType = officeTypes.docx;
  const nested = 4_000;
  await panel(member.page)
    .locator('[data-chooser="clip"]')
    .setInputFiles([
      { name: 'Plan.docx', mimeType, buffer: Buffer.from(await docxFile('<w:p><w:r><w:t>Walk 20 minutes</w:t></w:r></w:p>')) },
      { name: 'Nested.docx', mimeType, buffer: Buffer.from(await docxFile('<w:p>'.repeat(nested) + '</w:p>'.repeat(nested))) },
    ]);
  await field(member.page).fill('Is this the plan?');
  await field(member.page).press('Enter');
  const previews = panel(nurse.page).getByRole('button', { name: 'Preview' });
  await previews.nth(1).waitFor({ timeout: 30_000 });
  for (const [index, words] of ['Walk 20 minutes', 'It cannot be shown here. Save it to open it.'].entries()) {
    await previews.nth(index).click();
    await nurse.page.getByRole('dialog').getByText(words).waitFor();
    await nurse.page.keyboard.press('Escape');
    await nurse.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('on a phone nothing lies over the messages that are read, and letters of twice the size leave room to read, write and send', async () => {
  const { page } = people.member;
  // As high as a phone is with its keyboard open.
  await page.setViewportSize({ width: 390, height: 520 });
  const toLatest = panel(page).getByRole('button', { name: 'To the latest message' });
  await eventually(async () => {
    await log(page).evaluate((list) => list.scrollTo({ top: 0 }));
    return toLatest.count();
  }).toBe(1);
  const [list, button] = await Promise.all([log(page).boundingBox(), toLatest.boundingBox()]);
  // Below the list, or beside it where it is low.
  const isBelow = (button?.y ?? 0) >= (list?.y ?? 0) + (list?.height ?? 0);
  const isBeside = (button?.x ?? 0) >= (list?.x ?? 0) + (list?.width ?? 0);
  expect(isBelow || isBeside).toBe(true);
  await toLatest.click();
  await toLatest.waitFor({ state: 'detached' });

  // Letters of twice the size: what there is to do in an emergency, the messages and what is pressed to send are in sight.
  const viewport = { width: 390, height: 844 };
  await page.setViewportSize(viewport);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await field(page).fill('I read this with large letters.');
  for (const part of [
    panel(page).getByText(/In an emergency/),
    log(page),
    field(page),
    panel(page).getByRole('button', { name: 'Send' }),
  ]) {
    const { x = -1, y = -1, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
    expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual([true, true, true, true]);
  }
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await said(page, 'I read this with large letters.').waitFor();
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await field(page).waitFor();
});

test('colleagues write to each other beside any screen; the bell tells of it and leads there', async () => {
  const { nurse, md } = people;
  await nurse.page.goto(`${server.url}/dashboard/today`);
  await nurse.page.getByRole('button', { name: 'Messages', exact: true }).click();
  await panel(nurse.page).getByRole('button', { name: 'New conversation' }).first().click();
  await panel(nurse.page)
    .getByRole('checkbox', { name: /^Marcus/ })
    .check();
  await panel(nurse.page)
    .getByRole('button', { name: /^Write to Marcus/ })
    .click();
  await field(nurse.page).fill('Could you look at her?');
  await field(nurse.page).press('Enter');
  await said(nurse.page, 'Could you look at her?').waitFor();
  await md.page.getByRole('button', { name: /^Notifications, [1-9]/ }).click();
  await md.page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: /^Nadia.*RN/ })
    .click();
  await said(md.page, 'Could you look at her?').waitFor();
  await said(nurse.page, 'Could you look at her?').waitFor();
  await log(nurse.page)
    .getByText(/^Seen by Marcus/)
    .waitFor();
});

test('staff who see only those assigned to them from now on: the open conversation and the readings close, and open again; what was being written stays', async () => {
  const { member } = people;
  const context = await newContext(browser);
  errors.push(watchErrors(context));
  const page = await context.newPage();
  await signIn(page, server.url, 'specialist@demo.example');
  await page.goto(`${server.url}/patient/${memberId}/data`);
  await openTab(page);
  await said(page, 'First.').waitFor();
  await field(page).fill('I would add');
  const setPatients = (value: string) => vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'access.patients', value]);
  await setPatients('assigned');
  await panel(page).getByText("You don't have access to this user.", { exact: true }).waitFor();
  await page.getByRole('main').getByText("You don't have access to this user.", { exact: true }).waitFor();
  expect(await panel(page).getByRole('textbox').inputValue()).toBe('I would add');
  await field(member.page).fill('Whoever is not assigned does not read this.');
  await field(member.page).press('Enter');
  await said(member.page, 'Whoever is not assigned does not read this.').waitFor();
  expect([await log(page).count(), await said(page, 'First.').count()]).toEqual([0, 0]);
  await setPatients('tenant');
  await said(page, 'Whoever is not assigned does not read this.').waitFor({ timeout: 20_000 });
  expect(await field(page).inputValue()).toBe('I would add');
  await context.close();
});

test('nothing failed on the way', () => {
  expect(errors.flat()).toEqual([]);
});
