import { setTimeout as pause } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Every rule of WCAG 2.2, levels A and AA, that a program can judge; and those that another colour mode can change. */
const rules = {
  all: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
};

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
  // Reading half a megabyte of program is a good part of the work: a page that has it is not given it again.
  const isThere = await page.evaluate(() => 'axe' in window);
  // Told node by node are violations alone. Nothing of ours is in a frame, for which axe would open another page each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .options({ runOnly: rules[which], resultTypes: ['violations'] })
    .setLegacyMode();
  const { passes, violations } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(which === 'all' ? 5 : 0);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}
