import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;
let [nurse, md, member]: Page[] = [];
const errors: string[][] = [];
/** A page that is loaded anew takes its time on a busy machine. */
const eventually = <T>(asked: () => Promise<T>) => expect.poll(asked, { timeout: 30_000 });

beforeAll(async () => {
  // The people of the demonstration; their readings need not be there.
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  const open = async (email: string) => {
    const context = await newContext(browser);
    errors.push(watchErrors(context));
    const page = await context.newPage();
    await signIn(page, server.url, email);
    return page;
  };
  nurse = await open('nurse@demo.example');
  md = await open('md@demo.example');
  member = await open('member@demo.example');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const by = (page: Page | undefined): Page => {
  if (!page) throw new Error('Nobody is signed in');
  return page;
};
/** In a week where nothing else stands: four weeks from now, by the clock of the pages. */
const day = new Date(Date.now() + 28 * 86_400_000);
while (day.getUTCDay() !== 3) day.setUTCDate(day.getUTCDate() + 1);
const date = day.toISOString().slice(0, 10);
const calendar = (view: string) => `${server.url}/dashboard/calendar?view=${view}&day=${date}`;
const eventNamed = (page: Page, name: RegExp) => page.getByRole('button', { name });

async function begin(page: Page, fields: { kind?: string; title: string; from: string; until: string }) {
  await page.goto(calendar('week'));
  await page.getByRole('button', { name: 'New event' }).click();
  const form = page.getByRole('form', { name: 'New event' });
  if (fields.kind) await form.getByRole('button', { name: fields.kind }).click();
  await form.getByLabel('Title').fill(fields.title);
  await form.getByLabel('Begins').fill(`${date}T${fields.from}`);
  await form.getByLabel('Ends').fill(`${date}T${fields.until}`);
  return form;
}

test('a nurse invites a doctor, drags the event, moves it by a key and takes that back; the doctor hears of it and opens it from the bell', async () => {
  const page = by(nurse);
  const form = await begin(page, { title: 'Ward round', from: '09:00', until: '09:30' });
  await form.getByLabel('Invited').fill('Marcus');
  await page.getByRole('option', { name: /^Marcus/ }).click();
  await form.getByRole('region', { name: 'Who is free' }).getByText('Free').first().waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  const event = eventNamed(page, /^Event: Ward round/);
  await eventually(() => event.textContent()).toContain('9:00');

  const box = await event.boundingBox();
  if (!box) throw new Error('The event is not drawn');
  await page.mouse.move(box.x + 30, box.y + 8);
  await page.mouse.down();
  // Two rows of half an hour, in steps as a hand makes them.
  await page.mouse.move(box.x + 30, box.y + 36, { steps: 4 });
  await page.mouse.move(box.x + 30, box.y + 8 + 2 * (box.height + 1), { steps: 4 });
  await page.mouse.up();
  await page.getByText(/^Moved to .*10:00/).waitFor();
  await eventually(() => event.textContent()).toContain('10:00');
  await event.focus();
  // One after the other, as fast as a hand presses: none is lost.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText(/^Moved to .*10:30/).waitFor();
  await event.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText(/^Moved to Thu/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await eventually(() => event.textContent()).toContain('Wed');
  // The focus stays where the person has put it, whatever arrives.
  await event.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: 'Event' });
  await opened.getByRole('button', { name: 'Change' }).waitFor();
  expect(await opened.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  const other = by(md);
  await other.reload();
  await other.getByRole('button', { name: /^Notifications/ }).click();
  await other.getByRole('button', { name: /^Ward round/ }).click();
  const dialog = other.getByRole('dialog', { name: 'Event' });
  await dialog.getByText('Nadia').first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Change' }).count()).toBe(0);
  await eventually(async () =>
    (await new AxeBuilder({ page: other }).include('[role="dialog"]').analyze()).violations.map(({ id }) => id),
  ).toEqual([]);
});

test('what is in the night is told by a sign on the grid, which leads there; what is early in the morning is seen at once', async () => {
  const page = by(nurse);
  for (const [title, from, until] of [
    ['Night check', '01:30', '02:00'],
    ['Early round', '05:30', '06:00'],
  ] as const) {
    const form = await begin(page, { title, from, until });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  }
  await page.goto(calendar('day'));
  const night = eventNamed(page, /^Event: Night check/);
  await night.waitFor({ state: 'attached' });
  const isInSight = (name: RegExp) =>
    eventNamed(page, name).evaluate((event) => {
      const { left, top } = event.getBoundingClientRect();
      return event.contains(document.elementFromPoint(left + 8, top + 6));
    });
  await eventually(() => isInSight(/^Event: Early round/)).toBe(true);
  expect(await isInSight(/^Event: Night check/)).toBe(false);
  await page.getByRole('button', { name: '1 earlier, out of sight' }).click();
  expect(await night.evaluate((event) => event === document.activeElement)).toBe(true);
  expect(await isInSight(/^Event: Night check/)).toBe(true);
  await page.getByRole('button', { name: /earlier, out of sight/ }).waitFor({ state: 'detached' });
});

test('appointments are opened at once; the member books one, sees it, and the nurse sees for whom', async () => {
  const page = by(nurse);
  const form = await begin(page, { kind: 'Open appointment', title: 'Consultation hour', from: '13:00', until: '14:00' });
  await form.getByLabel('Each lasts, in minutes').fill('20');
  await form.getByText(/^3 appointments/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('3 appointments are open.').waitFor();

  const own = by(member);
  await own.getByRole('button', { name: /^Appointments/ }).click();
  const panel = own.getByRole('complementary', { name: 'Communications' });
  const free = panel.getByRole('button', { name: /^Book .*1:20.PM with Nadia/ });
  for (let more = 0; more < 20 && (await free.count()) === 0; more++) {
    const further = panel.getByRole('button', { name: 'Show more times' });
    await further.or(free).first().waitFor();
    if (await further.isVisible()) await further.click();
  }
  await free.click();
  await own.getByText(/^Booked: .*1:20/).waitFor();
  await panel.getByRole('button', { name: /^Cancel .*1:20/ }).waitFor();

  await page.goto(calendar('list'));
  await page.getByRole('button', { name: /1:20.PM.*Consultation hour · / }).waitFor();
});

test('the calendar is revoked for other programs as soon as that is asked', async () => {
  const page = by(nurse);
  await page.goto(calendar('list'));
  await page.getByRole('button', { name: 'Other calendars' }).click();
  const dialog = page.getByRole('dialog', { name: 'In other calendars' });
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  const address = await dialog.getByLabel('The address. It is shown this once').inputValue();
  const read = () =>
    page.evaluate(async (path) => {
      const answer = await fetch(path, { credentials: 'omit' });
      return [answer.status, (await answer.text()).includes('Ward round')] as const;
    }, new URL(address).pathname);
  expect(await read()).toEqual([200, false]);
  await dialog.getByRole('button', { name: 'Revoke it' }).click();
  await dialog.getByRole('button', { name: 'Make an address' }).waitFor();
  expect((await read())[0]).toBe(410);
  expect(errors.flat()).toEqual([]);
});
