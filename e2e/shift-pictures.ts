import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { attachStores, findCalmMembers, measure } from './calm-members.ts';
import { newContext, signIn, startDemoServer } from './demo.ts';
import { removeDataDir } from './server.ts';

/*
 * A film strip of a shift, to be looked at: `node e2e/shift-pictures.ts FOLDER` leaves pictures of what two people see of it: the
 * physician, at a wide screen in the light and by keyboard alone, and the nurse, at a phone in the dark.
 */
const [folder = 'shift-pictures'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
const stores = await attachStores(server);
const [member, other] = await findCalmMembers(server, stores, 2);
if (!member || !other) throw new Error('There are not two members about whom nothing is open.');

async function open(email: string, options: object): Promise<Page> {
  const page = await (await newContext(browser, options)).newPage();
  await signIn(page, server.url, email);
  await page.goto(`${server.url}/dashboard/today`);
  await page.locator('[data-row]').first().waitFor();
  return page;
}
const physician = await open('md@demo.example', { viewport: { width: 1440, height: 900 } });
const nurse = await open('nurse@demo.example', {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
});

let scenes = 0;
async function picture(name: string): Promise<void> {
  scenes += 1;
  await pause(1_500);
  for (const [who, page] of Object.entries({ physician, nurse }))
    await page.screenshot({ path: join(folder, `${String(scenes).padStart(2, '0')}-${name}-${who}.png`) });
}
const row = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
const refresh = async (page: Page) => {
  const button = page.locator('main header').getByRole('button', { name: /updates?\. Refresh list/ });
  if (await button.isVisible()) await button.click();
};
/** Both see a text in a member's row. */
async function both(id: string, text: string | RegExp): Promise<void> {
  for (const page of [physician, nurse]) await row(page, id).getByText(text).first().waitFor({ timeout: 20_000 });
}
/** Moves the focus to a row as J does. */
async function goTo(page: Page, id: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'));
  await page.locator('h1').click();
  for (let n = 0; n < 100 && (await focused()) !== id; n += 1) await page.keyboard.press('j');
}

try {
  await picture('before');
  await measure(server, member, { systolic: 165, diastolic: 96 }, 600);
  await measure(server, other, { systolic: 192, diastolic: 118 });
  await physician.locator('main').getByText('Diastolic pressure 110 or more').first().waitFor({ timeout: 20_000 });
  await picture('new-critical');
  for (const page of [physician, nurse]) await refresh(page);
  await both(member.id, /(Systolic|Diastolic) pressure/);
  await both(other.id, /(Systolic|Diastolic) pressure/);
  await goTo(physician, member.id);
  await physician.keyboard.press('Space');
  await picture('row-opened');
  await physician.keyboard.press('a');
  await both(member.id, /Acknowledged by/);
  await picture('acknowledged');
  await measure(server, member, { systolic: 191, diastolic: 121 });
  await both(member.id, /^Not acknowledged/);
  await picture('worsened');
  await goTo(physician, other.id);
  await physician.keyboard.press('Enter');
  await physician.getByRole('tab', { name: 'Work' }).waitFor();
  await picture('work');
  await physician.keyboard.press('Escape');
  await goTo(physician, other.id);
  await physician.keyboard.press('i');
  const form = physician.getByRole('tabpanel');
  await form.getByLabel('What was done').selectOption('CALL');
  await form.getByLabel('Outcome', { exact: true }).selectOption('RESOLVED');
  await picture('intervening');
  await form.getByRole('button', { name: 'Save' }).click();
  await row(nurse, other.id).getByText('No longer in this list').waitFor({ timeout: 20_000 });
  await picture('intervened');
  await physician.keyboard.press('Escape');
  await row(physician, other.id).getByRole('button', { name: 'Undo' }).focus();
  await physician.keyboard.press('u');
  await both(other.id, /^Not acknowledged/);
  await picture('undone');
  await goTo(physician, member.id);
  await physician.keyboard.press('a');
  await both(member.id, /Acknowledged by/);
  await physician.keyboard.press('r');
  await physician
    .getByRole('dialog', { name: /as reviewed$/ })
    .getByRole('radio')
    .first()
    .waitFor();
  await picture('reviewing');
  await physician.keyboard.press('Space');
  await physician.keyboard.press('Enter');
  await row(nurse, member.id).getByText('No longer in this list').waitFor({ timeout: 20_000 });
  await picture('reviewed');
  await nurse.goto(`${server.url}/dashboard/handoff`);
  await physician.goto(`${server.url}/dashboard/handoff`);
  await physician
    .getByRole('textbox', { name: /^Summary: / })
    .first()
    .fill('Pressure came down after the second dose.');
  await physician.getByText(/^Draft saved/).waitFor();
  const to = physician.getByRole('combobox', { name: 'Hand off to' });
  await to.selectOption({ label: (await to.locator('option', { hasText: 'Nadia' }).textContent()) ?? '' });
  await picture('handoff-written');
  await physician.getByRole('button', { name: 'Hand off', exact: true }).click();
  await physician.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
  await physician.getByText('Not acknowledged').first().waitFor();
  await nurse.goto(`${server.url}/dashboard/today`);
  await nurse.getByRole('link', { name: 'Read and acknowledge' }).click();
  await nurse.getByRole('textbox', { name: 'Your read-back' }).fill('Second dose given, I measure again at eight.');
  await picture('handoff-read');
  await nurse.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await nurse.getByText('Read-back by Nadia').waitFor();
  await picture('handoff-acknowledged');
} finally {
  for (const [who, page] of Object.entries({ physician, nurse })) await page.screenshot({ path: join(folder, `last-${who}.png`) });
  await browser.close();
  await stores.close();
  await server.stop();
  removeDataDir(server.dataDir);
}
