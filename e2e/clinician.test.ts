import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendReadings, signInBand } from './band.ts';
import { openBrowser } from './browser.ts';
import { type Band, createBand } from './clinic.ts';
import { parseCsv } from './csv.ts';
import { givePassword, newContext, nextTokenOf, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let band: Band;
let errors: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  band = await createBand(server.dataDir, 'demo', 'member@demo.example');
  context = await newContext(browser);
  errors = watchErrors(context);
  page = await context.newPage();
  await signIn(page, server.url, 'nurse@demo.example');
  await page.waitForURL('**/dashboard/today');
  await page.goto(`${server.url}/dashboard/panel`);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const search = (of: Page = page) => Object.fromEntries(new URL(of.url()).searchParams);
const rows = () => page.locator('tr[data-row]');
const names = () => page.locator('[data-row-link]').allTextContents();
const dataUrl = (query = '') => `${server.url}/patient/${band.userId}/data${query}`;

/** The rows of the page before stay until the new ones come: what is awaited is always what they shall be. */
const rowsAre = (holds: (rows: readonly string[]) => boolean) =>
  expect.poll(async () => holds(await rows().allTextContents()), { timeout: 20_000 }).toBe(true);
const namesAre = (holds: (names: readonly string[]) => boolean) =>
  expect.poll(async () => holds(await names()), { timeout: 20_000 }).toBe(true);

describe('the panel', () => {
  test('lists the members of the tenant, twenty a page', async () => {
    await namesAre((shown) => shown.length === 20 && new Set(shown).size === 20);
    expect(search()).toEqual({});
  });

  test('searches by name, in the address', async () => {
    const family = (await names()).map((name) => name.trim().split(' ').at(-1) ?? '').find((word) => /^[A-Z][a-z]+$/.test(word)) ?? '';
    await page.getByRole('searchbox', { name: 'Search members by name' }).fill(family);
    await page.waitForURL((url) => url.searchParams.get('q') === family);
    await namesAre((shown) => shown.length > 0 && shown.every((name) => name.toLowerCase().includes(family.toLowerCase())));
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await namesAre((shown) => shown.length === 20);
  });

  test('sorts by a reading, both ways, in the address', async () => {
    const heading = page.getByRole('columnheader', { name: 'Heart rate' });
    // An old reading shows its age before its value; what is told on demand has the value first.
    const column = () =>
      page.locator('tr[data-row] [title^="Heart rate "]').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const value = /^Heart rate (\d+) bpm/.exec(cell.getAttribute('title') ?? '')?.[1];
          return value === undefined ? [] : [Number(value)];
        }),
      );
    for (const [order, sign] of [
      ['ascending', 1],
      ['descending', -1],
    ] as const) {
      await heading.getByRole('button').click();
      await page.locator(`th[aria-sort="${order}"]`, { hasText: 'Heart rate' }).waitFor();
      const inOrder = async () => {
        const shown = await column();
        return shown.length > 10 && String(shown) === String(shown.toSorted((a, b) => sign * (a - b)));
      };
      await expect.poll(inOrder, { timeout: 20_000 }).toBe(true);
    }
    expect(search()).toEqual({ sort: 'heart_rate' });
  });

  test('turns the page, and a reload shows the same page again', async () => {
    const first = await names();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    await page.getByText(/^21–40 of \d+$/).waitFor();
    await namesAre((shown) => shown.length === 20 && shown.every((name) => !first.includes(name)));
    await page.reload();
    await page.getByText(/^21–40 of \d+$/).waitFor();
    await namesAre((shown) => shown.length === 20 && shown.every((name) => !first.includes(name)));
    expect(search()).toEqual({ sort: 'heart_rate', page: '2' });
  });

  test('filters by status, in the address', async () => {
    await page.locator('button[aria-haspopup="menu"]', { hasText: 'Status' }).click();
    for (const name of ['Discharged', 'Active', 'Created', 'On hold']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.searchParams.get('status') === 'DISCHARGED' && !url.searchParams.has('page'));
    await rowsAre((shown) => shown.length > 0 && shown.every((row) => row.includes('Discharged')));
  });

  test('opens a member with the keyboard alone', async () => {
    await page.goto(`${server.url}/dashboard/panel`);
    await namesAre((shown) => shown.length === 20);
    const second = await page.locator('[data-row-link]').nth(1).getAttribute('href');
    for (const key of ['j', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`${server.url}${second}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

describe('the data screen', () => {
  const heartRate = (of: Page = page) => of.getByRole('article', { name: 'Heart rate', exact: true });

  async function chartsSettle(of: Page = page): Promise<void> {
    await heartRate(of).waitFor();
    await of.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-outdated="true"]'));
  }

  test('shows the last day, with charts', async () => {
    await page.goto(dataUrl());
    await chartsSettle();
    expect(await heartRate().locator('canvas, svg').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: '1 day', exact: true }).getAttribute('aria-pressed')).toBe('true');
  });

  test.each([
    ['7 days', '7', '7'],
    ['30 days', '3', '30'],
    ['1 year', 'y', '365'],
    ['1 day', '1', null],
  ])('%s is chosen by its button and by the key %s, and stands in the address', async (name, key, inAddress) => {
    const other = inAddress === '7' ? '30 days' : '7 days';
    const chosen = page.getByRole('button', { name, exact: true, pressed: true });
    for (const choose of [() => page.getByRole('button', { name, exact: true }).click(), () => page.keyboard.press(key)]) {
      await page.getByRole('button', { name: other, exact: true }).click();
      await page.getByRole('button', { name: other, exact: true, pressed: true }).waitFor();
      await choose();
      await chosen.waitFor();
      expect(search().range ?? null).toBe(inAddress);
      await chartsSettle();
    }
  });

  test('steps back and forward by button and key, and returns to the present', async () => {
    const today = await page.getByLabel('Last day shown').inputValue();
    const dayBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'Back 1 day' }).click();
    await page.waitForURL((url) => url.searchParams.get('end') === dayBefore(1));
    await page.keyboard.press('[');
    await page.waitForURL((url) => url.searchParams.get('end') === dayBefore(2));
    await page.keyboard.press(']');
    await page.waitForURL((url) => url.searchParams.get('end') === dayBefore(1));
    await page.getByRole('button', { name: 'Forward 1 day' }).click();
    await page.waitForURL((url) => !url.searchParams.has('end'));
    await page.keyboard.press('[');
    await page.waitForURL((url) => url.searchParams.has('end'));
    await page.keyboard.press('n');
    await page.waitForURL((url) => !url.searchParams.has('end'));
  });

  /** What is on screen, apart from what moves with the clock. */
  async function onScreen(of: Page) {
    return {
      range: await of.getByRole('group', { name: 'Range' }).getByRole('button', { pressed: true }).allTextContents(),
      detail: await of.getByRole('group', { name: 'Detail' }).getByRole('button', { pressed: true }).allTextContents(),
      end: await of.getByLabel('Last day shown').inputValue(),
      dates: await of
        .getByText(/ – .*\d{4}/)
        .first()
        .textContent(),
      charts: await of.getByRole('heading', { level: 3 }).allTextContents(),
    };
  }

  test('the address alone shows the same in another page', async () => {
    await page.keyboard.press('7');
    await page.getByRole('button', { name: '7 days', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('[');
    await page.waitForURL((url) => url.searchParams.has('end'));
    await page.getByRole('button', { name: 'Hours', exact: true }).click();
    await chartsSettle();
    await page
      .getByRole('button', { name: /: Hide this chart$/ })
      .last()
      .click();
    await page.waitForURL((url) => url.searchParams.has('hide'));
    await chartsSettle();
    const here = await onScreen(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await chartsSettle(other);
    expect(await onScreen(other)).toEqual(here);
    expect(here.detail).toEqual(['Hours']);
    await other.close();
  });

  test('exports what is on screen as CSV in the specified form', async () => {
    await page.goto(dataUrl());
    await chartsSettle();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^vigil-summary-[0-9a-f]{8}-1d-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const [header = [], ...lines] = parseCsv(await readFile(await download.path(), 'utf8'));
    expect(header[0]).toMatch(/^Timestamp \([A-Z]\w+\/\w+\), Vigil summary$/);
    expect(header.filter((title) => /^Heart rate.*\(bpm\)$/.test(title)).length).toBeGreaterThan(0);
    expect(header).toContainEqual(expect.stringMatching(/^SpO₂.*\(%\)$/));
    expect(lines.length).toBeGreaterThan(100);
    const heart = header.findIndex((title) => /^Heart rate.*\(bpm\)$/.test(title));
    for (const line of lines) {
      expect(line).toHaveLength(header.length);
      // 'MMM d, yyy hh:mm:ss aa'
      expect(line[0]).toMatch(
        /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [1-3]?\d, \d{4} (0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (AM|PM)$/,
      );
      expect(line[heart]).toMatch(/^(\d{2,3}(\.\d{1,2})?)?$/);
    }
    expect(lines.filter((line) => line[heart] !== '').length).toBeGreaterThan(50);
  });

  test('gives each chart as a table', async () => {
    await page.getByRole('button', { name: 'Heart rate: Show as table' }).click();
    const table = heartRate().getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBeGreaterThan(5);
    expect(await heartRate().locator('canvas').count()).toBe(0);
    await page.getByRole('button', { name: 'Heart rate: Show as table' }).click();
    await table.waitFor({ state: 'detached' });
  });

  const reading = (label: string): Locator =>
    page.locator('dl[aria-label="Latest readings"] > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });

  test('a tick sent by a band is on the open page within 3 s, without a reload, in the units of the reader', async () => {
    await page.getByText(/^live · /).waitFor();
    const token = await signInBand(server.url, band);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const sentMs = performance.now();
    const answer = await sendReadings(server.url, band.userId, token, [
      { timestamp: Math.floor(Date.now() / 1000), data: { weight: 123.4 } },
    ]);
    const acknowledgedMs = performance.now();
    expect(await answer.json()).toMatchObject({ accepted: 1, rejectedTotal: 0 });
    await reading('Weight').getByText('272.1').waitFor();
    const shownMs = performance.now();
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    process.stdout.write(
      `  a tick: acknowledged after ${Math.round(acknowledgedMs - sentMs)} ms, on the page after ${Math.round(shownMs - sentMs)} ms\n`,
    );
    expect(shownMs - sentMs).toBeLessThan(3000);
  });

  const menu = () => page.getByRole('menu', { name: 'Account menu' });

  async function chooseInMenu(name: RegExp | string): Promise<void> {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await menu().getByRole('menuitem', { name }).click();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
  }

  test('the unit system turns kilograms into pounds and back, and holds over a reload', async () => {
    const weight = async (value: string, unit: string) => {
      // Where it is out of range, the alert is read out behind it.
      await reading('Weight')
        .getByText(new RegExp(`^${value}(,|$)`))
        .waitFor();
      await reading('Weight').getByText(unit, { exact: true }).waitFor();
    };
    const choose = async () => {
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      await chooseInMenu(/^Units/);
      await kept;
    };
    await choose();
    await weight('123.4', 'kg');
    await page.reload();
    await weight('123.4', 'kg');
    await choose();
    await weight('272.1', 'lbs');
  });

  test('dark mode holds over a reload and follows the person to another computer', async () => {
    const mode = (of: Page) => of.locator('html').getAttribute('data-mode');
    expect(await mode(page)).toBe('light');
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await chooseInMenu('Dark Mode');
    await kept;
    expect(await mode(page)).toBe('dark');
    await page.reload();
    await chartsSettle();
    expect(await mode(page)).toBe('dark');
    const elsewhere = await newContext(browser);
    const there = await elsewhere.newPage();
    await signIn(there, server.url, 'nurse@demo.example');
    await there.locator('html[data-mode="dark"]').waitFor();
    await elsewhere.close();
  });
});

test('signing out ends the session: for the API, for silent renewal and for the next person at this computer', async () => {
  const nextToken = nextTokenOf(page);
  await page.goto(`${server.url}/dashboard/panel`);
  const token = await nextToken;
  const members = () => fetch(`${server.url}/registry/api/v1/users/${band.userId}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await members()).status).toBe(200);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  expect((await members()).status).toBe(401);

  const authorize = new URL(`${server.url}/idp/auth`);
  authorize.search = new URLSearchParams({
    client_id: 'vigil-portal',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${server.url}/auth/callback`,
    prompt: 'none',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  const silent = await context.request.get(authorize.href, { maxRedirects: 0 });
  expect(new URL(silent.headers().location ?? '', server.url).searchParams.get('error')).toBe('login_required');

  await page.goto(dataUrl());
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  // The provider asks again, and leads back to where the person wanted to go.
  await givePassword(page, 'nurse@demo.example');
  await page.waitForURL(dataUrl());
});

test('no page raised an error on all of this way', () => {
  expect(errors).toEqual([]);
});
