import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext } from './demo.ts';
import { addressOfPage, identityPages, serveIdentityPages } from './identity-pages.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const context = await newContext(browser, { hasTouch: true });
  await serveIdentityPages(context);
  page = await context.newPage();
});
afterAll(async () => browser?.close());

const screens = [
  { width: 390, height: 844, letters: 100 },
  { width: 390, height: 844, letters: 200 },
  { width: 320, height: 568, letters: 100 },
  { width: 320, height: 568, letters: 200 },
];

/** Controls that are too low for a finger, or whose words don't fit into them. */
const misfits = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input:not([type="hidden"]), main a, summary')]
      .filter((it) => it.checkVisibility())
      .filter((it) => {
        const { height, left, right } = it.getBoundingClientRect();
        const isCut = it.tagName !== 'INPUT' && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0;
        return height < 44 || left < 0 || right > innerWidth || isCut;
      })
      .map((it) => it.outerHTML.slice(0, 120)),
  );

const cases = (['en', 'es'] as const).flatMap((language) => [...identityPages(language).keys()].map((name) => [language, name] as const));
test.each(cases)('%s %s fits small screens and large letters, and its controls are large enough', async (language, name) => {
  for (const { width, height, letters } of screens) {
    await page.setViewportSize({ width, height });
    await page.goto(addressOfPage(language, name));
    await page.addStyleTag({ content: `html { font-size: ${letters}% }` });
    const size = `${width} at ${letters} %`;
    expect([size, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([size, width]);
    expect([size, await misfits()]).toEqual([size, []]);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});

test.each([
  ['sign-in', 'password', 'password'],
  ['reset', 'password', 'password'],
  ['invitation', 'password', 'password'],
  ['locked', 'pin', 'PIN'],
])('on %s what is typed is shown and hidden by the keyboard, which is said', async (name, id, word) => {
  await page.goto(addressOfPage('en', name));
  const input = page.locator(`#${id}`);
  await input.fill('284917');
  await input.press('Tab');
  const said = page.locator('.secret [role="status"]');
  for (const [type, state, next] of [
    ['text', 'visible', 'Hide'],
    ['password', 'hidden', 'Show'],
  ]) {
    await page.keyboard.press('Enter');
    expect(await input.getAttribute('type')).toBe(type);
    expect(await said.textContent()).toBe(`Your ${word} is ${state}.`);
    await page.getByRole('button', { name: `${next} ${word}` }).waitFor();
  }
  expect(await input.inputValue()).toBe('284917');
});

test('the emergency number of a locked page is in sight on the smallest screen with large letters', async () => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(addressOfPage('es', 'locked'));
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.evaluate(() => scrollTo(0, 0));
  const link = await page.getByRole('complementary').getByRole('link').first().boundingBox();
  expect((link?.y ?? 568) + (link?.height ?? 0)).toBeLessThanOrEqual(568);
});
