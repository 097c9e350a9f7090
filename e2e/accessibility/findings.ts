import { setTimeout as pause } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

/** Every rule of WCAG 2.2, levels A and AA, that a program can judge; and those that another colour mode can change. */
const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOnly>;

/** What is on its way to other colours, or to where it belongs, is no finding: that stays when it is looked for again. */
export async function expectNoFindings(page: Page, which: keyof typeof rules): Promise<void> {
  // A control that is scrolled half under the bar at the top is not too small.
  await page.evaluate(() => scrollTo(0, 0));
  let findings = await seriousFindings(page, which);
  for (let again = 0; again < 3 && findings.length > 0; again++) {
    await pause(1_000);
    findings = await seriousFindings(page, which);
  }
  expect(findings).toEqual([]);
}

/** What axe finds serious or critical on the page as it stands, as `rule: element message | …`. */
async function seriousFindings(page: Page, which: keyof typeof rules): Promise<string[]> {
  const found: string[] = [];
  for (const { id, impact, nodes } of await violationsOf(page, rules[which])) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    const left: typeof nodes = [];
    for (const node of nodes) if (id !== targetSize || !(await isClearInTheMiddle(page, node.target.join(' ')))) left.push(node);
    if (left.length > 0) found.push(`${id}: ${left.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
  }
  return found;
}

const targetSize = 'target-size';

/**
 * Whether a control that is too small as the page stands is large enough once it is scrolled to the middle: one that happens to lie half
 * under a bar is not too small (WCAG 2.5.8 and 2.4.11 are about what cannot be scrolled clear). One that is not there any more is no proof.
 */
async function isClearInTheMiddle(page: Page, selector: string): Promise<boolean> {
  const control = page.locator(selector);
  if ((await control.count()) !== 1) return false;
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const violations = await violationsOf(page, { type: 'rule', values: [targetSize] });
  await page.evaluate(() => scrollTo(0, 0));
  return !violations.some(({ nodes }) => nodes.some(({ target }) => target.join(' ') === selector));
}

async function violationsOf(page: Page, runOnly: RunOnly) {
  // Reading half a megabyte of program is a good part of the work: a page that has it is not given it again.
  const isThere = await page.evaluate(() => 'axe' in window);
  // Told node by node are violations alone. Nothing of ours is in a frame, for which axe would open another page each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode();
  const { passes, violations } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(runOnly === rules.all ? 5 : 0);
  return violations;
}
