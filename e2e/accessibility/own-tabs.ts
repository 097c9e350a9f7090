import type { Page } from 'playwright-core';

type OwnTab = 'Messaging' | 'Voice & Video' | 'Appointments';

/** Opens what stands beside a member's own page, as the member does: in the panel of a wide window, or by the bar of a phone. */
export async function openOwnTab(page: Page, tab: OwnTab): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Your pages' });
  const inPanel = page.getByRole('button', { name: new RegExp(`^${tab}`) });
  await bar.or(inPanel).first().waitFor();
  if (!(await bar.isVisible())) {
    if ((await inPanel.getAttribute('aria-expanded')) === 'false') await inPanel.click();
    return;
  }
  if (tab === 'Messaging') return bar.getByRole('button', { name: /^Messages/ }).click();
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: tab }).click();
}
