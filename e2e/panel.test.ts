import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { parseCsv } from './csv.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  context = await newContext(browser);
  errors = watchErrors(context);
  page = await context.newPage();
  await signIn(page, server.url, 'nurse@demo.example');
  await page.goto(`${server.url}/dashboard/panel`);
  await page.locator('[data-row-link]').first().waitFor();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const chooser = () => page.getByRole('button', { name: /^Panel:/ });
const headings = () => page.getByRole('columnheader').allInnerTexts();
const drawn = () => page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
/** The cells of one column, by its place. */
const column = (place: number) => page.locator(`tbody tr td:nth-child(${place})`).allInnerTexts();
const choose = async (name: string) => {
  await chooser().click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.getByRole('button', { name: `Panel: ${name}` }).waitFor();
  await drawn();
};

test('whoever never chose a panel sees who needs attention; the Default Panel has age, gender and weight', async () => {
  expect(await chooser().getAttribute('aria-label')).toBe('Panel: Who needs attention');
  await choose('Default Panel');
  expect((await headings()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(['Member', 'Age years', 'Gender', 'Weight lbs']);
});

test('a nurse makes a panel from searched measures; it is shown at once, and after a reload', async () => {
  await chooser().click();
  await page.getByRole('menuitem', { name: 'New panel…' }).click();
  await page.getByRole('button', { name: 'Save panel' }).click();
  await page.getByText('Give the panel a name.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Heart and sleep');
  for (const [text, measure] of [
    ['age', 'Age years'],
    ['bpm', 'Heart rate bpm'],
    ['sleep eff', 'Sleep efficiency %'],
  ] as const) {
    await page.getByLabel('Find measures').fill(text);
    await page.getByRole('checkbox', { name: measure, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Save panel' }).click();
  await page.getByRole('button', { name: 'Panel: Heart and sleep' }).waitFor();
  await page.goto(`${server.url}/dashboard/panel`);
  await page.getByRole('button', { name: 'Panel: Heart and sleep' }).waitFor();
  await drawn();
  expect((await headings()).join(' ')).toMatch(/Member\s+Age\s+years\s+Heart rate\s+bpm\s+Sleep efficiency\s+%/);
});

test('members are narrowed by a range, which stands in the address; the way back undoes it', async () => {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Age from, years').fill('12');
  await page.getByRole('button', { name: 'Show members' }).click();
  await page.getByText('Enter numbers from 18 to 120 years, the lower one first.').waitFor();
  await page.getByLabel('Age from, years').fill('60');
  await page.getByRole('button', { name: 'Show members' }).click();
  await page.getByRole('button', { name: 'Remove filter: Age ≥ 60 years' }).waitFor();
  await drawn();
  // The cell also says, unseen, where the age is from.
  const ages = (await column(2)).map((text) => Number.parseInt(text, 10));
  expect(ages.length).toBeGreaterThan(0);
  expect(ages.every((age) => age >= 60)).toBe(true);
  expect(new URL(page.url()).searchParams.get('filter')).toBe('age:60..');
  await page.goBack();
  await page.getByRole('button', { name: /^Remove filter/ }).waitFor({ state: 'detached' });
  await page.goForward();
  await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
});

test('sorted by a measure, and all of it as a file with the columns and members on screen', async () => {
  await page.getByRole('button', { name: /^Heart rate/ }).click();
  await page.waitForURL(/sort=heart_rate/);
  await drawn();
  const shown = await page.locator('tbody tr th').allInnerTexts();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV', exact: true }).click()]);
  const [header, ...lines] = parseCsv(await readFile(await download.path(), 'utf8'));
  expect(header).toEqual([
    ...['Member', 'Status', 'Age (years)', 'Heart rate (bpm)', 'Heart rate, measured'],
    ...['Sleep efficiency (%)', 'Sleep efficiency, measured'],
  ]);
  expect(lines.every(([, , age]) => Number(age) >= 60)).toBe(true);
  const total = Number((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, ''));
  expect(lines.length).toBe(total);
  expect(shown.every((name, place) => name.startsWith(lines[place]?.[0] ?? '?'))).toBe(true);
});

test('a deleted panel can be brought back', async () => {
  await chooser().click();
  await page.getByRole('menuitem', { name: 'Delete this panel' }).click();
  await page.getByRole('button', { name: 'Panel: Who needs attention' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Panel: Heart and sleep' }).waitFor();
});

test('a panel that is no longer there gives way to the Default Panel', async () => {
  await page.goto(`${server.url}/dashboard/panel?panel=gone`);
  await page.getByRole('button', { name: 'Panel: Default Panel' }).waitFor();
});

test('the pages complained about nothing', () => expect(errors).toEqual([]));
