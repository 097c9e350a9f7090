import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

/** What is done to an event: dragged, or its end pulled, by so many rows of half an hour, or moved by a key. */
type Step = readonly ['drag' | 'pull', number] | readonly ['key', 'ArrowUp' | 'ArrowDown'];
const rowPx = 28;

/** By the pointer, in steps as a hand makes them. */
async function move(page: Page, from: { x: number; y: number }, rows: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let part = 1; part <= 6; part += 1) await page.mouse.move(from.x, from.y + (rows * rowPx * part) / 6);
  await page.mouse.up();
}

async function carryOut(page: Page, event: Locator, [what, by]: Step): Promise<void> {
  await event.scrollIntoViewIfNeeded();
  if (what === 'key') {
    await event.focus();
    return page.keyboard.press(`Shift+${by}`);
  }
  await event.hover({ position: { x: 20, y: 8 } });
  const box = await event.boundingBox();
  if (!box) throw new Error('The event is not drawn');
  const { x, y, width, height } = box;
  await move(page, what === 'drag' ? { x: x + 20, y: y + 8 } : { x: x + width / 2, y: y + height - 2 }, by);
}

const overSkipped: readonly Step[] = [
  ...([
    ['drag', 2],
    ['drag', 2],
    ['pull', 1],
    ['pull', -1],
    ['key', 'ArrowUp'],
    ['key', 'ArrowUp'],
  ] as const),
  ...([
    ['key', 'ArrowDown'],
    ['pull', 3],
    ['drag', -2],
  ] as const),
];
const overRepeated: readonly Step[] = [
  ...([
    ['drag', -2],
    ['pull', 1],
    ['pull', -1],
    ['key', 'ArrowUp'],
    ['key', 'ArrowUp'],
    ['key', 'ArrowUp'],
    ['key', 'ArrowUp'],
  ] as const),
  ...([
    ['key', 'ArrowDown'],
    ['key', 'ArrowDown'],
    ['drag', 2],
  ] as const),
];

test.each([
  ['skipped', 'America/Los_Angeles', '2027-03-14', 'week', ['00:45', '01:15'], overSkipped],
  ['repeated', 'America/Los_Angeles', '2027-11-07', 'day', ['02:15', '02:45'], overRepeated],
  ['skipped', 'Europe/Berlin', '2027-03-28', 'day', ['01:15', '01:45'], overSkipped],
  ['repeated', 'Europe/Berlin', '2027-10-31', 'week', ['03:15', '03:45'], overRepeated],
  ['skipped', 'Australia/Lord_Howe', '2027-10-03', 'week', ['01:00', '01:30'], overSkipped],
  ['repeated', 'Australia/Lord_Howe', '2027-04-04', 'day', ['02:15', '02:45'], overRepeated],
] as const)('time that is %s in %s (%s, in a %s): what is stored is what is shown, and goes where it is moved', async (...night) => {
  const [, timezoneId, day, view, [from, until], steps] = night;
  const context = await newContext(browser, { timezoneId });
  const page = await context.newPage();
  await signIn(page, server.url, 'nurse@demo.example');
  await page.goto(`${server.url}/dashboard/calendar?view=${view}&day=${day}`);
  await page.getByRole('button', { name: 'New event' }).click();
  const form = page.getByRole('form', { name: 'New event' });
  await form.getByLabel('Title').fill('Night');
  await form.getByLabel('Begins').fill(`${day}T${from}`);
  await form.getByLabel('Ends').fill(`${day}T${until}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const event = page.getByRole('button', { name: /^Event: Night/ });

  const clock = (moment: number) =>
    new Date(moment).toLocaleTimeString('en-US', { timeZone: timezoneId, hour: 'numeric', minute: '2-digit' });
  const other = (moment: number) =>
    new Date(moment).toLocaleTimeString('en-US', { timeZone: timezoneId, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  let before: { date: number; end: number } | undefined;
  for (const step of steps) {
    const [what, by] = step;
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT' && /\/events\/[^/]+$/.test(answer.url()));
    await carryOut(page, event, step);
    const { date, durationMinutes } = (await (await answered).json()) as { date: number; durationMinutes: number };
    const end = date + durationMinutes * 60_000;
    // In full for a screen reader, with the zone's name where a time comes twice; shortly as it is drawn.
    const full = new RegExp(`(${clock(date)}|${other(date)}) – (${clock(end)}|${other(end)})$`.replaceAll('+', '\\+'));
    await expect.poll(() => event.textContent(), { message: `${what} ${by}` }).toMatch(full);
    expect(await event.textContent()).toMatch(new RegExp(`^Event: Night${clock(date).split(' ')[0]}`));
    const isLater = by === 'ArrowDown' || (typeof by === 'number' && by > 0);
    if (before) {
      const [moved, was] = what === 'pull' ? [end, before.end] : [date, before.date];
      expect(Math.sign(moved - was), `${what} ${by}`).toBe(isLater ? 1 : -1);
      if (what === 'pull') expect(date).toBe(before.date);
      else expect(end - date).toBe(before.end - before.date);
      if (what === 'key') expect(Math.abs(date - before.date)).toBe(15 * 60_000);
    }
    before = { date, end };
  }
  await page.reload();
  await expect.poll(() => event.textContent()).toContain(clock(before?.date ?? 0));
  await context.close();
});
