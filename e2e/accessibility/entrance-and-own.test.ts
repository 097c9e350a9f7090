import type { Page } from 'playwright-core';
import { pictureWithPlace } from '../picture.ts';
import { openOwnTab } from './own-tabs.ts';
import { heading, shown, testScreens } from './screens.ts';

/** The conversation beside a page, open, and its field. */
async function openMessages(page: Page, address: string) {
  await page.goto(address);
  await openOwnTab(page, 'Messaging');
  return page.getByRole('textbox', { name: /^Message to/ });
}

testScreens([
  shown('sign-in', 'visitor', '/', (page) => page.getByRole('button', { name: 'Sign In', exact: true })),
  {
    name: 'the provider’s sign-in',
    who: 'visitor',
    async open({ page, url }) {
      await page.goto(url);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByLabel('E-mail address').waitFor();
    },
  },
  shown('tenant selection', 'both', '/', (page) => page.getByRole('heading', { name: 'Select Tenant' })),
  shown(
    'the member’s own data',
    'member',
    (memberId) => `/patient/${memberId}/data`,
    (page) => page.getByRole('heading', { level: 3 }),
  ),
  heading('own programs', 'member', (memberId) => `/patient/${memberId}/content`, 'Programs'),
  heading('surveys, the member’s own', 'member', (memberId) => `/patient/${memberId}/surveys`, 'To answer'),
  heading('logging by hand', 'member', (memberId) => `/patient/${memberId}/log`, 'What you logged'),
  {
    name: 'logging a pressure, with what is wrong',
    who: 'member',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/log`);
      await page.getByRole('button', { name: 'Blood pressure' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a value').first().waitFor();
    },
  },
  {
    name: 'calling the own care team, where there is no microphone',
    who: 'member',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/privacy`);
      await openOwnTab(page, 'Voice & Video');
      await page
        .getByRole('button', { name: /^Call (?!\d)/ })
        .first()
        .click();
      await page.getByText('The call could not be made').waitFor();
    },
  },
  shown(
    'the member’s own analysis',
    'member',
    (memberId) => `/patient/${memberId}/analysis`,
    (page) => page.getByText('Your readings over time.'),
  ),
  shown(
    'the health report',
    'member',
    (memberId) => `/patient/${memberId}/reports`,
    (page) => page.getByRole('heading', { name: 'Respiratory Rate' }),
  ),
  {
    name: 'the member’s appointments',
    who: 'member',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/log`);
      await page.getByRole('heading', { name: 'What you logged' }).waitFor();
      await openOwnTab(page, 'Appointments');
      await page.getByRole('heading', { name: 'Free times' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
    },
  },
  heading('my privacy', 'member', (memberId) => `/patient/${memberId}/privacy`, 'A copy of my data'),
  shown('the API’s description', 'visitor', '/docs', (page) => page.getByText('/ticks-store/api/v1/users/{userId}/ticks', { exact: true })),
  // The last of the member’s: the panel stays open on this computer.
  {
    name: 'messages, the member’s own side',
    who: 'member',
    async open({ page, url, memberId }) {
      const field = await openMessages(page, `${url}/patient/${memberId}/data`);
      await field.fill(`Is this the right place? https://example.org/${Date.now()}`);
      await field.press('Enter');
      await page.getByRole('log').getByRole('link').last().waitFor();
    },
  },
  {
    name: 'files in messages and beside one that is written, the member’s own side',
    who: 'member',
    async open({ page, url, memberId }) {
      const field = await openMessages(page, `${url}/patient/${memberId}/data`);
      const chooser = page.locator('[data-chooser="clip"]');
      const note = { name: 'Readings.txt', mimeType: 'text/plain', buffer: Buffer.from('132/84') };
      await chooser.setInputFiles([{ name: 'My arm.jpg', mimeType: 'image/jpeg', buffer: await pictureWithPlace(page) }, note]);
      await field.fill('These are from today.');
      await field.press('Enter');
      await page.getByRole('button', { name: 'Open the picture My arm.jpg' }).last().locator('img').waitFor();
      await chooser.setInputFiles([note, { name: 'No picture.png', mimeType: 'image/png', buffer: Buffer.from('Not at all.') }]);
      await page.getByRole('alert').filter({ hasText: /png/ }).waitFor();
    },
  },
]);
