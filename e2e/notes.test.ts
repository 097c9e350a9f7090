import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoMemberId, givePassword, newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];
let memberId: string;

beforeAll(async () => {
  // The people of the demonstration; their readings need not be there.
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  memberId = demoMemberId();
  context = await newContext(browser);
  errors = watchErrors(context);
  page = await context.newPage();
  await signIn(page, server.url, 'nurse@demo.example');
  await page.goto(memberPage());
  await page.getByRole('button', { name: /^Notes/ }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const memberPage = () => `${server.url}/patient/${memberId}/data`;
const panel = (of: Page = page) => of.getByRole('complementary', { name: 'Communications' });
const field = (of: Page = page) => of.getByRole('textbox', { name: /^New note/ });
/** A page that is loaded anew takes its time on a busy machine. */
const eventually = <T>(asked: () => Promise<T>) => expect.poll(asked, { timeout: 20_000 });
const noteCalls = '**/notary/api/v1/note';
const notes = () => panel().getByRole('article');

/** The member's last readings as they are, but for a pressure of which both values are out of range. */
async function pressureBeyondLimits(route: Route): Promise<void> {
  const answer = (await (await route.fetch()).json()) as { latest: object };
  const outOfRange = (limit: number) => ({
    ...{ ruleId: randomUUID(), title: 'Pressure', severity: 'CRITICAL', side: 'high', limit, aggregate: 'latest', window: '24h' },
    ...{ persistMinutes: 0, setBy: 'tenant', alert: 'open', alertSince: Math.floor(Date.now() / 1000) - 30 },
  });
  const reading = (value: number, limit: number) => ({
    ...{ value, timestamp: Math.floor(Date.now() / 1000) - 60, source: 'manual', outOfRange: outOfRange(limit) },
  });
  await route.fulfill({ json: { ...answer, latest: { ...answer.latest, systolic: reading(188, 180), diastolic: reading(114, 110) } } });
}

async function accessible(of: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page: of }).include('[role="tabpanel"]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('a nurse opens the notes with a key, writes one, and it stands in the history', async () => {
  await page.keyboard.press('c');
  await panel().getByRole('tab', { name: 'Notes' }).click();
  await panel().getByText('No notes yet').waitFor();
  await field().fill('Slept badly, called back at ten.');
  await page.keyboard.press('Control+Enter');
  await notes().getByText('Slept badly, called back at ten.').waitFor();
  await page.getByRole('button', { name: /^Notes.*last just now/ }).waitFor();
  expect(await field().inputValue()).toBe('');
  await accessible(page);
});

test('whose data this is stays whole beside the open panel and on a phone, whatever alerts stand beside it', async () => {
  const name = page.getByRole('heading', { level: 1 });
  const whole = () => name.evaluate(({ clientWidth, scrollWidth }) => clientWidth > 60 && clientWidth >= scrollWidth);
  await page.route('**/latest?*', pressureBeyondLimits);
  await page.route('**/latest', pressureBeyondLimits);
  await page.reload();
  await page.getByRole('button', { name: /^Out of range: / }).waitFor();
  await panel().waitFor();
  for (const width of [1440, 1100, 950]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await panel().isVisible(), await whole()]).toEqual([width, true, true]);
  }
  await page.getByRole('button', { name: /^Notes/ }).click();
  await panel().waitFor({ state: 'hidden' });
  for (const width of [1000, 700, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await whole()]).toEqual([width, true]);
  }
  await page.unrouteAll();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: /^Notes/ }).waitFor();
  await page.keyboard.press('c');
  await panel().getByRole('tab', { name: 'Notes' }).click();
  await field().waitFor();
});

test('half a note is there again after another screen and after a reload', async () => {
  await field().fill('Half a sentence');
  await page.getByRole('link', { name: 'Panel', exact: true }).click();
  await page.waitForURL('**/dashboard/panel');
  await page.goBack();
  await eventually(() => field().inputValue()).toBe('Half a sentence');
  await page.reload();
  await eventually(() => field().inputValue()).toBe('Half a sentence');
});

test('without a connection it says that it is not saved; it stays over a reload, and trying again stores it once', async () => {
  await context.setOffline(true);
  await field().fill('Written in the lift.');
  await panel().getByRole('button', { name: 'Save note' }).click();
  await panel().getByText('Not saved').waitFor();
  await context.setOffline(false);
  await page.reload();
  await panel().getByText('Not saved').waitFor();
  await panel().getByRole('button', { name: 'Try again' }).click();
  await notes().getByText('Written in the lift.').waitFor();
  await eventually(() => notes().count()).toBe(2);
  await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Written in the lift');
});

test('the search, the list of keys and a note are opened for the first time although the line was cut', async () => {
  const fresh = await newContext(browser);
  const cut = await fresh.newPage();
  await signIn(cut, server.url, 'nurse@demo.example');
  const fetched = Promise.all(
    ['command-palette', 'keyboard-help', 'notes-panel'].map((part) => cut.waitForResponse(new RegExp(`/${part}-.*js`))),
  );
  await cut.goto(memberPage());
  await cut.getByRole('button', { name: /^Notes/ }).waitFor();
  await fetched;
  await fresh.setOffline(true);
  await cut.keyboard.press('Control+k');
  await cut.getByRole('combobox').waitFor();
  await cut.keyboard.press('Escape');
  await cut.getByRole('combobox').waitFor({ state: 'detached' });
  await cut.keyboard.press('?');
  await cut.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await cut.keyboard.press('Escape');
  await cut.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
  await cut.keyboard.press('c');
  await panel(cut).getByRole('tab', { name: 'Notes' }).click();
  await field(cut).fill('Written without a line.');
  expect(await cut.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  await fresh.close();
});

test('a note whose answer was lost has been saved, and shows once', async () => {
  await page.route(noteCalls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field().fill('The answer got lost.');
  await panel().getByRole('button', { name: 'Save note' }).click();
  await notes().getByText('The answer got lost.').waitFor();
  await page.unroute(noteCalls);
  await eventually(() => panel().getByText('Not saved').count()).toBe(0);
  expect(await panel().getByText('The answer got lost.').count()).toBe(1);
});

test('an amendment gives its reason and keeps what it replaced', async () => {
  const note = notes().filter({ hasText: 'Slept badly' });
  await note.getByRole('button', { name: /^Amend/ }).press('Enter');
  const text = note.getByRole('textbox', { name: 'Note', exact: true });
  await text.fill('Slept badly, called back at eleven.');
  await page.keyboard.press('Control+Enter');
  await note.getByText('Say why, so that readers understand the change').waitFor();
  await note.getByRole('textbox', { name: 'Why is it amended?' }).fill('Wrong hour');
  await page.keyboard.press('Control+Enter');
  await note.getByText(/^Amended .*: Wrong hour$/).waitFor();
  await note.getByText('Show what it replaced').click();
  await note.getByText('Slept badly, called back at ten.').waitFor();
  await accessible(page);
});

test('on a phone the panel covers the screen, is left by its button, and leaves a page that is loaded anew in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cover = page.getByRole('dialog', { name: 'Communications' });
  await cover.getByText('Written in the lift.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await accessible(page);
  await cover.getByRole('button', { name: 'Close' }).click();
  await cover.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Notes/ }).click();
  await cover.getByRole('textbox', { name: /^New note/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Notes.*last/ }).waitFor();
  expect(await cover.count()).toBe(0);
  await page.getByRole('button', { name: /^Notes/ }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a member reads the notes in Spanish and has nowhere to write', async () => {
  const theirs = await newContext(browser, { locale: 'es-ES', viewport: { width: 390, height: 844 } });
  const phone = await theirs.newPage();
  await phone.goto(server.url);
  await phone.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  await phone.waitForURL(/\/idp\//);
  await phone.getByLabel('Correo electrónico').fill('member@demo.example');
  await phone.getByLabel('Contraseña', { exact: true }).fill('vigil-demo');
  await phone.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  await phone.getByRole('button', { name: 'Más', exact: true }).click();
  await phone.getByRole('dialog', { name: 'Más' }).getByRole('button', { name: 'Notas' }).click();
  const cover = phone.getByRole('dialog', { name: 'Comunicaciones' });
  await cover.getByRole('heading', { name: 'Notas que su equipo de atención escribió sobre usted' }).waitFor();
  await cover.getByText('Slept badly, called back at eleven.').waitFor();
  expect(await cover.getByRole('textbox').count()).toBe(0);
  await theirs.close();
});

test('a sign-out leaves nothing of a half-written note to the next person', async () => {
  await field().fill('Private words');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(/\/idp\//);
  await givePassword(page, 'md@demo.example');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Private words');
  await page.goto(memberPage());
  await page.getByRole('button', { name: /^Notes/ }).click();
  expect(await field().inputValue()).toBe('');
  expect(errors).toEqual([]);
});
