import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#server/platform/stores.ts';
import { openBrowser } from './browser.ts';
import { attachStores, type CalmMember, demoTenantId, findCalmMembers, measure } from './calm-members.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir, until } from './server.ts';

/* Two clinicians look at Today, each in a browser of their own: what one does, the other sees. */
let server: RunningServer;
let browser: Browser;
let stores: Stores;
let tenantId: string;
let nurse: Page;
let physician: Page;
let errors: string[];
/** Members about whom nothing is open before a thermometer speaks. */
let members: readonly CalmMember[];

const fever = { body_temp: 38.5 };
const highFever = { body_temp: 39.6 };
/** Far below the 15 seconds after which an open page asks by itself: the push has told it. */
const toldWithinMs = 5_000;
/** From a click here until it is on the other screen. */
const seenAfterMs: number[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  stores = await attachStores(server);
  tenantId = await demoTenantId(stores);
  members = await findCalmMembers(server, stores, 5);
  // What is measured twice within five minutes counts once, so the first lies further back.
  for (const one of members) await measure(server, one, fever, 1_200);
  const contexts = [await newContext(browser), await newContext(browser)] as const;
  [nurse, physician] = [await contexts[0].newPage(), await contexts[1].newPage()];
  errors = watchErrors(contexts[0]);
  const url = server.url.replace('localhost', 'demo.localhost');
  await signIn(nurse, url, 'nurse@demo.example');
  await signIn(physician, url, 'md@demo.example');
  for (const page of [nurse, physician])
    await until('the alarms are on Today', async () => {
      await showChanges(page);
      return (await Promise.all(members.map(({ id }) => rowOf(page, id).count()))).every((count) => count === 1);
    });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await stores?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const open = (page: Page) => page.getByRole('list', { name: 'Members who need attention' });
const rowOf = (page: Page, id: string) => open(page).locator(`[data-row="${id}"]`);
const order = (page: Page) =>
  open(page)
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
const member = (index: number) => members[index] as CalmMember;
const changes = (page: Page) => page.locator('main header').getByRole('button', { name: /updates?\. Refresh list/ });
/** The order of now, if the list has become another. */
const showChanges = async (page: Page) => {
  if (await changes(page).isVisible()) await changes(page).click();
};
/** The order of now, once the list has become another. */
const showNext = async (page: Page) => {
  await changes(page).waitFor({ timeout: toldWithinMs });
  await changes(page).click();
};

/** What is done here, until the other screen shows it. */
async function seen(what: () => Promise<unknown>, there: Locator): Promise<void> {
  const from = performance.now();
  await what();
  await there.waitFor({ timeout: toldWithinMs });
  seenAfterMs.push(performance.now() - from);
}

/** Moves the focus to a row as J and K do. */
async function goTo(page: Page, id: string): Promise<void> {
  const at = (await order(page)).indexOf(id);
  await page.locator('h1').click();
  for (let n = 0; n <= at; n += 1) await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))).toBe(id);
}

/** Marks the row with the focus as reviewed, for the first of the usual reasons, by keyboard. */
async function review(page: Page): Promise<void> {
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: /as reviewed$/ });
  await dialog.getByRole('radio').first().waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('what one acknowledges the other sees at once, with the name, and no row moves under the pointer', async () => {
  const before = await order(physician);
  const pointed = rowOf(physician, member(4).id);
  await pointed.scrollIntoViewIfNeeded();
  await pointed.hover();
  const box = await pointed.boundingBox();
  for (const { id } of members.slice(0, 4))
    await seen(
      () => rowOf(nurse, id).getByRole('button', { name: 'Acknowledge' }).click(),
      rowOf(physician, id).getByText('Acknowledged by Nadia'),
    );
  expect(await order(physician)).toEqual(before);
  // Layout rounds to 1/64 of a pixel, which nobody sees.
  expect(Math.abs(((await pointed.boundingBox())?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(0.1);
  // A notice is no obstacle: a press goes through it.
  const notice = await nurse.locator('.notistack-MuiContent').last().boundingBox();
  const isHit = ({ x, y }: { x: number; y: number }) => document.elementFromPoint(x, y)?.closest('.notistack-MuiContent') !== null;
  expect(await nurse.evaluate(isHit, { x: (notice?.x ?? 0) + 40, y: (notice?.y ?? 0) + 20 })).toBe(false);
  // An acknowledged one stands behind those that nobody has: only the button knows, until it is pressed.
  await changes(physician).waitFor();
});

test('an acknowledgement that is undone asks again on both screens, and is nobody’s', async () => {
  const { id } = member(3);
  await goTo(nurse, id);
  await seen(() => nurse.keyboard.press('u'), rowOf(physician, id).getByText(/^Not acknowledged/));
  await rowOf(nurse, id).getByRole('button', { name: 'Acknowledge' }).waitFor();
  await seen(() => nurse.keyboard.press('a'), rowOf(physician, id).getByText('Acknowledged by Nadia'));
});

test('a snooze is seen there; what gets worse rings through it, for both', async () => {
  const { id } = member(0);
  await goTo(nurse, id);
  await nurse.keyboard.press('s');
  await nurse.getByRole('menu', { name: 'Snooze for' }).waitFor();
  await seen(() => nurse.keyboard.press('Enter'), rowOf(physician, id).getByText(/Snoozed until .* by Nadia/));
  await measure(server, member(0), highFever);
  for (const page of [nurse, physician]) {
    await rowOf(page, id)
      .getByText(/^Not acknowledged/)
      .waitFor();
    await rowOf(page, id).getByText('High', { exact: true }).waitFor();
  }
});

test('an alarm that nobody answers climbs, on both screens', async () => {
  const { id } = member(0);
  const told = async (page: Page) => /Notified: .*?\. (Next|\+)/.exec((await rowOf(page, id).textContent()) ?? '')?.[0];
  for (const page of [nurse, physician])
    await rowOf(page, id)
      .getByRole('button', { name: /^Show more about/ })
      .click();
  const before = await told(nurse);
  expect(before).toContain('portal');
  await stores.database.tenant(tenantId, (sql) =>
    sql.query("update vigil.alarms set due_at = now() where tenant_id = $1 and user_id = $2 and state = 'raised'", [tenantId, id]),
  );
  for (const page of [nurse, physician]) await expect.poll(() => told(page), { timeout: toldWithinMs }).not.toBe(before);
});

test('what one has reviewed is put aside for both, and whoever wants it brings it back for both', async () => {
  for (const page of [nurse, physician]) await showChanges(page);
  for (const { id } of members.slice(1, 4)) {
    await goTo(nurse, id);
    const place = (await order(physician)).indexOf(id);
    await seen(() => review(nurse), rowOf(physician, id).getByText('No longer in this list'));
    expect((await order(physician)).indexOf(id)).toBe(place);
    // Pressed too fast: the row is still there, and so is its way back.
    await rowOf(nurse, id).getByRole('button', { name: 'Undo' }).waitFor();
    await seen(() => nurse.keyboard.press('u'), rowOf(physician, id).getByRole('button', { name: 'Reviewed' }));
    await rowOf(nurse, id).getByRole('button', { name: 'Reviewed' }).waitFor();
  }
  const { id } = member(1);
  await goTo(nurse, id);
  await seen(() => review(nurse), rowOf(physician, id).getByText('No longer in this list'));
  for (const page of [nurse, physician]) {
    await showNext(page);
    await rowOf(page, id).waitFor({ state: 'detached' });
  }
  const apart = physician.locator('details').filter({ has: physician.getByRole('heading', { name: 'Reviewed' }) });
  await apart.locator('summary').click();
  await apart
    .locator(`[data-row="${id}"]`)
    .getByText(/^Nadia.*: Known, being treated$/)
    .waitFor();
  await apart.locator(`[data-row="${id}"]`).getByRole('button', { name: 'Undo' }).click();
  for (const page of [nurse, physician]) {
    await showNext(page);
    await rowOf(page, id).getByRole('button', { name: 'Reviewed' }).waitFor();
  }
});

test('an intervention that is undone: its row is open again for both, its alarm as it was', async () => {
  const { id } = member(4);
  for (const page of [nurse, physician]) await showChanges(page);
  for (const way of ['row', 'notice'] as const) {
    await goTo(nurse, id);
    await nurse.keyboard.press('i');
    const form = nurse.getByRole('tabpanel');
    await form.getByLabel('What was done').selectOption('CALL');
    await form.getByLabel('Outcome', { exact: true }).selectOption('RESOLVED');
    await seen(() => form.getByRole('button', { name: 'Save' }).click(), rowOf(physician, id).getByText('No longer in this list'));
    const notice = nurse.locator('.notistack-MuiContent').filter({ hasText: /^Intervention saved: / });
    await notice.getByRole('button', { name: 'Undo' }).waitFor();
    if (way === 'row') await rowOf(nurse, id).getByRole('button', { name: 'Undo' }).focus();
    await seen(
      () => (way === 'row' ? nurse.keyboard.press('u') : notice.getByRole('button', { name: 'Undo' }).click()),
      rowOf(physician, id).getByText(/^Not acknowledged/),
    );
    await nurse
      .getByText(/^Undone: /)
      .last()
      .waitFor();
    await notice.waitFor({ state: 'detached' });
    await rowOf(nurse, id).getByRole('button', { name: 'Acknowledge' }).waitFor();
  }
});

test('a member is written to by one press on their row, in a field that has the focus and is in sight below the red bar', async () => {
  const { id } = member(4);
  await rowOf(nurse, id).hover();
  await rowOf(nurse, id)
    .getByRole('button', { name: /^Message / })
    .click();
  const field = nurse.getByRole('complementary').getByRole('textbox', { name: /^Message to / });
  await field.waitFor();
  await until('it has the focus', () => field.evaluate((element) => element === document.activeElement));
  const edges = await field.evaluate((element) => [scrollY, element.getBoundingClientRect().bottom, innerHeight] as const);
  expect(edges[0]).toBe(0);
  expect(edges[1]).toBeLessThanOrEqual(edges[2]);
  await nurse.reload();
  await field.waitFor();
  await nurse.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
});

test('by keyboard alone: there and back, acknowledge, intervene, open the work, and what the keys are', async () => {
  await showChanges(nurse);
  await goTo(nurse, (await order(nurse))[1] ?? '');
  await nurse.keyboard.press('k');
  expect(await nurse.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))).toBe((await order(nurse))[0]);
  await goTo(nurse, member(4).id);
  await seen(() => nurse.keyboard.press('a'), rowOf(physician, member(4).id).getByText('Acknowledged by Nadia'));
  await nurse.keyboard.press('Enter');
  await nurse.getByRole('tab', { name: 'Work' }).waitFor();
  await nurse.keyboard.press('Escape');
  await goTo(nurse, member(4).id);
  await nurse.keyboard.press('i');
  await nurse.getByRole('tabpanel').getByText('Outcome').first().waitFor();
  await nurse.keyboard.press('Escape');
  await nurse.locator('h1').click();
  await nurse.keyboard.press('?');
  const help = nurse.getByRole('dialog');
  await help.getByText('Acknowledge').waitFor();
  await nurse.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('on a phone the list is no wider than the screen, and above a chart the age and MRN are in sight', async () => {
  const context = await newContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await signIn(phone, server.url.replace('localhost', 'demo.localhost'), 'nurse@demo.example');
  await rowOf(phone, member(0).id).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.goto(`${new URL(phone.url()).origin}/patient/${member(0).id}/summary`);
  await phone.getByRole('button', { name: /^Out of range/ }).waitFor();
  const isWhole = (header: Element) =>
    [...header.querySelectorAll('li')].every((fact) => fact.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom);
  expect(await phone.locator('[data-own]').evaluate(isWhole)).toBe(true);
  await context.close();
});
