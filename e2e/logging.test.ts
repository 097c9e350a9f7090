import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegWithPlace } from '#server/testing/sample-pictures.ts';
import { openBrowser } from './browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;
let memberId: string;
let member: Page;
let nurse: Page;
let failures: string[][];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'featureFlags.generatedData', 'true']);
  memberId = demoMemberId();
  const phone = await newContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const desk = await newContext(browser);
  failures = [phone, desk].map(watchErrors);
  [member, nurse] = await Promise.all([signedIn(phone, 'member'), signedIn(desk, 'nurse')]);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

async function signedIn(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, server.url, `${name}@demo.example`);
  return page;
}

const openPage = (page: Page, name: string) => page.goto(`${server.url}/patient/${memberId}/${name}`);
async function accessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: nurse }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
/** A page that is loaded anew takes its time on a busy machine. */
const patience = { timeout: 30_000 };

/** Logs one thing as a member does it, and waits until it says that it is stored. */
async function log(kind: string, fill: () => Promise<unknown>): Promise<void> {
  await member.getByRole('button', { name: kind, exact: true }).click();
  await fill();
  await member.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = member.getByText(/^Saved: /);
  const doubt = member.getByRole('button', { name: 'Yes, it’s correct' });
  await saved.or(doubt).first().waitFor(patience);
  // The value is far from what the synthetic scale said last.
  if (await doubt.isVisible()) await doubt.click();
  await saved.waitFor(patience);
}

test('a member logs weight, pressure, glucose, a meal with a photo and medication on a phone', async () => {
  await openPage(nurse, 'data');
  await nurse.getByRole('article', { name: 'Heart rate', exact: true }).waitFor(patience);

  await openPage(member, 'log');
  await member.getByRole('heading', { name: 'What would you like to log?' }).waitFor(patience);
  await log('Weight', () => member.getByLabel('Weight in kg').fill('82.2'));
  await log('Blood pressure', async () => {
    await member.getByLabel(/^Upper value/).fill('127');
    await member.getByLabel(/^Lower value/).fill('83');
  });
  await log('Glucose', () => member.getByLabel('Glucose in mmol/L').fill('6.0'));
  await log('Meal', async () => {
    await member.getByLabel('What was it').fill('Barley soup');
    await member.locator('input[type="file"]').setInputFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer: jpegWithPlace });
    await member.getByAltText('Photo of the meal').waitFor(patience);
  });
  await log('Medication', async () => {
    await member.getByLabel('Name and strength').fill('Candesartan 8 mg');
    await member.getByLabel('How often you take it').selectOption('1x per day');
  });
  // Nothing of the page is wider than the phone.
  expect(await member.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}, 180_000);

test('every page of the member is in sight on the phone, in the bar or behind its More', async () => {
  const bar = member.getByRole('navigation', { name: 'Your pages' });
  const inSight = (links: (Element | SVGElement)[]) =>
    links
      .filter((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      })
      .map((link) => link.textContent?.trim());
  expect(await bar.locator('a, button').evaluateAll(inSight)).toEqual(['Today', 'Log', 'Messages', 'More']);
  await bar.getByRole('button', { name: 'More' }).click();
  const more = member.getByRole('dialog', { name: 'More' });
  await more.getByRole('button', { name: 'Appointments' }).waitFor(patience);
  expect(await more.getByRole('navigation', { name: 'More pages' }).getByRole('link').evaluateAll(inSight)).toEqual([
    'My analysis',
    'My programs',
    'My health report',
    'My surveys',
    'My privacy',
    'Sign-in and security',
  ]);
  await more.getByRole('button', { name: 'Close' }).click();
  await more.waitFor({ state: 'hidden' });
}, 60_000);

const asTable = (title: string) => nurse.getByRole('button', { name: `${title}: Show as table` });

// The member, who lives in New Zealand, logs kilograms and mmol/L; the nurse, in the United States, reads pounds and mg/dL.
test('what was measured is on the data page that the nurse has had open all the while, without a reload', async () => {
  for (const [title, value] of [
    ['Weight', '181.2'],
    ['Blood pressure', '127'],
    ['Glucose', '108'],
  ] as const) {
    await asTable(title).waitFor(patience);
    await asTable(title).click();
    await nurse.getByRole('article', { name: title, exact: true }).getByRole('table').getByText(value).first().waitFor(patience);
  }
}, 120_000);

test('the meal and the medication are on the data page once it is opened', async () => {
  await openPage(nurse, 'data');
  for (const [title, text] of [
    ['Meals', /Barley soup/],
    ['Medications', /done: 1x per day/],
  ] as const) {
    await asTable(title).waitFor(patience);
    await asTable(title).click();
    await nurse.getByRole('article', { name: title, exact: true }).getByRole('table').getByText(text).first().waitFor(patience);
  }
  await accessible();
}, 120_000);

test('the nurse’s summary tells each of the five, the meal with its photo', async () => {
  await openPage(nurse, 'summary');
  const card = nurse.getByRole('region', { name: 'Logged' });
  for (const text of ['181.2 lbs', '127/83 mmHg', '108 mg/dL', 'Barley soup', 'Candesartan 8 mg'])
    await card.getByText(text).waitFor(patience);
  const photo = card.getByAltText('Photo of the meal').first();
  await photo.waitFor(patience);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const readings = nurse.getByLabel('Latest readings');
  for (const text of ['181.2', '127/83', '108']) await readings.getByText(text).first().waitFor(patience);
  await nurse.getByRole('region', { name: 'Medications' }).getByText('Candesartan 8 mg').waitFor(patience);
  await accessible();
  expect(failures.flat()).toEqual([]);
}, 120_000);
