import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir } from './server.ts';

/* The end of a shift: a nurse writes what the next one has to know, hands off, and learns that it was read. */
let server: RunningServer;
let browser: Browser;
const errors: string[][] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

async function portalOf(email: string): Promise<Page> {
  const context = await newContext(browser);
  errors.push(watchErrors(context));
  const page = await context.newPage();
  await signIn(page, server.url, email);
  return page;
}
const summary = (page: Page) => page.getByRole('textbox', { name: /^Summary: / }).first();

test('a shift is written down, survives a reload, is handed off, read beside what is open, and acknowledged', async () => {
  const nurse = await portalOf('nurse@demo.example');
  await nurse.goto(`${server.url}/dashboard/handoff`);
  await summary(nurse).fill('Short of breath since noon, sat up and better by three.');
  await nurse
    .getByRole('textbox', { name: /^To do: / })
    .first()
    .fill('Call at eight\nWeigh in the morning');
  await nurse.getByText(/^Draft saved/).waitFor();
  await nurse.reload();
  await summary(nurse).waitFor();
  expect(await summary(nurse).inputValue()).toBe('Short of breath since noon, sat up and better by three.');

  await nurse.setViewportSize({ width: 390, height: 844 });
  const bar = nurse.getByRole('button', { name: 'Hand off', exact: true });
  const edges = () => nurse.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
  await nurse.getByRole('heading', { level: 1 }).click();
  for (let fields = 0; fields < 8; ) {
    await nurse.keyboard.press('Tab');
    if (!(await nurse.evaluate(() => document.activeElement?.matches('textarea')))) continue;
    fields += 1;
    expect(await edges()).toBeLessThan((await bar.boundingBox())?.y ?? 0);
  }
  await nurse.setViewportSize({ width: 1280, height: 800 });

  const to = nurse.getByRole('combobox', { name: 'Hand off to' });
  await to.selectOption({ label: (await to.locator('option', { hasText: 'Marcus' }).textContent()) ?? '' });
  await nurse.getByRole('button', { name: 'Hand off', exact: true }).click();
  await nurse.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
  await nurse.getByText('Not acknowledged').first().waitFor();

  const physician = await portalOf('md@demo.example');
  await physician.goto(`${server.url}/dashboard/today`);
  await physician.getByRole('link', { name: 'Read and acknowledge' }).click();
  await physician.getByText('Short of breath since noon').waitFor();
  expect(await physician.getByRole('listitem').filter({ hasText: 'Weigh in the morning' }).count()).toBe(1);
  await physician.getByRole('textbox', { name: 'Your read-back' }).fill('I call at eight.');
  await physician.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await physician.getByText('Read-back by Marcus').waitFor();

  await nurse.getByRole('button', { name: /^Notifications/ }).click();
  await nurse.getByText('Marcus Stonebridge acknowledged your handoff').click();
  await nurse.getByText('I call at eight.').waitFor();
  expect(await nurse.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  expect(errors.flat()).toEqual([]);
});
