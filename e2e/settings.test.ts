import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer, watchErrors } from './demo.ts';
import { type RunningServer, removeDataDir, vigil, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  // Often enough that a test need not wait, and no oftener than an operator may set it.
  [server, browser] = await Promise.all([startDemoServer({ SETTINGS_REFRESH_SECONDS: '1' }), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Notice' });
const text = 'Maintenance on Sunday';

test('an administrator sets the banner; pages that are open elsewhere, signed in or not, show it within seconds, and lose it with the undo', async () => {
  const [context, staff, visitor] = await Promise.all([newContext(browser), newContext(browser), newContext(browser)]);
  const errors = watchErrors(context);
  const [page, open, entrance] = [await context.newPage(), await staff.newPage(), await visitor.newPage()];
  await signIn(open, server.url, 'nurse@demo.example');
  await open.waitForURL('**/dashboard/today');
  await entrance.goto(server.url.replace('localhost', 'demo.localhost'));
  await entrance.getByRole('button', { name: 'Sign In', exact: true }).waitFor();

  await signIn(page, server.url, 'admin@demo.example');
  await page.goto(`${server.url}/admin/settings`);
  const banner = page.getByRole('textbox', { name: 'Banner' });
  await banner.fill(text);
  await banner.press('Enter');
  await page.getByRole('form', { name: 'Notice to everybody' }).getByText('Saved.').waitFor();
  for (const one of [page, open]) await bannerOf(one).getByText(text).waitFor({ timeout: 15_000 });
  await entrance.getByText(text).waitFor({ timeout: 15_000 });

  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: /^Undo/ }).click();
  for (const one of [page, open]) await bannerOf(one).waitFor({ state: 'detached', timeout: 15_000 });
  expect(await banner.inputValue()).toBe('');
  expect(await history.getByRole('listitem').count()).toBe(2);
  expect(errors).toEqual([]);
  await Promise.all([context, staff, visitor].map((one) => one.close()));
});

test('the operator sets what holds for all tenants beside the running server, which answers with it at once', async () => {
  await vigilLines(server.dataDir, ['tenant', 'set', '--global', 'flags.careTeam', 'true']);
  const file = await fetch(`${server.url}/configurator/api/v1/config/get?file_name=tenant-lakeside.json`);
  expect(await file.json()).toMatchObject({ featureFlags: { careTeam: true } });
  const { code, stderr } = await vigil(server.dataDir, ['tenant', 'set', 'demo', 'access.patients', 'none']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('It must be tenant or assigned.')]);
});
