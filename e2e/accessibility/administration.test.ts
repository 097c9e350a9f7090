import type { Page } from 'playwright-core';
import { heading, shown, testScreens } from './screens.ts';

/** The menu of the first member of the list. */
async function openActionsOfOne(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/members/member-list`);
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
}

testScreens([
  heading('alert rules', 'admin', '/dashboard/rules', /^Alert rules/),
  {
    name: 'writing an alert rule, with what is missing',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/rules/new`);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Give it a title.').waitFor();
    },
  },
  {
    name: 'an alert rule and what a cohort has otherwise',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/rules`);
      await page.getByRole('link', { name: 'Pulse at rest 111 or more' }).click();
      await page.getByRole('button', { name: 'Add a cohort' }).click();
      await page.getByRole('form', { name: 'Add a cohort' }).waitFor();
    },
  },
  shown('settings', 'admin', '/admin/settings', (page) => page.getByRole('heading', { name: 'Hosts' })),
  {
    name: 'inviting a member',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/admin/members/account-invitation`);
      await page.getByRole('button', { name: 'Add the member' }).click();
      await page.getByText('Enter an e-mail address').waitFor();
    },
  },
  {
    name: 'importing staff',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/admin/staff/account-import`);
      const file = {
        name: 'staff.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('E-mail,First name,Last name,Role\na@test.example,A,B,king\n'),
      };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('Not one of', { exact: false }).waitFor();
    },
  },
  shown('onboarding accounts', 'admin', '/admin/members/onboarding-accounts', (page) => page.getByText('Messages to pass on')),
  {
    name: 'member list, what can be done with one',
    who: 'admin',
    async open({ page, url }) {
      await openActionsOfOne(page, url);
      await page.getByRole('menuitem', { name: 'Reassign clinician' }).waitFor();
    },
    isMenu: true,
  },
  {
    name: 'editing an account',
    who: 'admin',
    async open({ page, url }) {
      await openActionsOfOne(page, url);
      await page.getByRole('menuitem', { name: 'Edit account' }).click();
      await page.getByLabel('E-mail', { exact: true }).fill('nobody');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter an e-mail address', { exact: false }).waitFor();
    },
  },
  {
    name: 'resetting a second step',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/admin/staff/staff-list?q=nadia`);
      await page.getByRole('button', { name: /^Actions for Nadia / }).click();
      await page.getByRole('menuitem', { name: 'Reset second step' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  shown('staff list', 'admin', '/admin/staff/staff-list', (page) => page.getByRole('button', { name: /^Actions for / })),
  heading('a member’s clinicians', 'admin', (memberId) => `/admin/members/${memberId}/clinicians`, /^Clinicians of /),
  {
    name: 'the week of a role, with what is missing',
    who: 'admin',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/on-call`);
      const begin = page.getByRole('button', { name: /the week of Specialist$/ });
      await begin.waitFor();
      if ((await begin.getAttribute('aria-expanded')) === 'false') await begin.click();
      const form = page.getByRole('form', { name: 'The week of Specialist' });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Give a time.').first().waitFor();
    },
  },
  heading('cohorts for an administrator', 'admin', '/dashboard/cohorts', 'Cohorts'),
  heading('care teams', 'admin', '/admin/teams/list', 'Teams'),
  heading('making a care team', 'admin', '/admin/teams/create', /./),
  heading('audit log', 'admin', '/admin/audit', 'Audit log'),
  heading('audit log of a member', 'admin', (memberId) => `/admin/audit?member=${memberId}`, 'Audit log'),
  heading('sign-in and security', 'admin', '/account/security', 'Sign-in and security'),
]);
