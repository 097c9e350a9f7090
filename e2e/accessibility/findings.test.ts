import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../browser.ts';
import { newContext } from '../demo.ts';
import { expectNoFindings } from './findings.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await (await newContext(browser, { viewport: { width: 390, height: 600 } })).newPage();
});
afterAll(async () => browser?.close());

/** A page with a bar of 60 px that stays over its lower edge, and two buttons above each other, the lower one so far from its top. */
const pageWith = (
  top: number,
  { size = 40, room = 900 } = {},
) => `<!doctype html><html lang="en"><head><title>A page</title></head><body style="margin: 0">
<main style="position: relative; height: ${top + room}px"><h1 style="margin: 0">A page</h1>
<button style="position: absolute; top: ${top}px; left: 20px; width: ${size}px; height: ${size}px; padding: 0">A</button>
<button style="position: absolute; top: ${top - size}px; left: 20px; width: ${size}px; height: ${size}px; padding: 0">B</button></main>
<nav aria-label="Bar" style="position: sticky; bottom: 0; height: 60px; margin-top: -60px; background: #fff"><a href="#x" style="display: block; height: 60px">Home</a></nav></body></html>`;

test('a control that happens to lie half under a bar is no finding', async () => {
  await page.setContent(pageWith(525));
  await expectNoFindings(page, 'all');
});

test.each([
  ['cannot be scrolled clear of it', pageWith(525, { room: 75 })],
  ['is too small wherever it stands', pageWith(525, { size: 12 })],
])('one that %s stays one', async (_, content) => {
  await page.setContent(content);
  await expect(expectNoFindings(page, 'all')).rejects.toThrow('target-size');
});
