import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { newContext, signIn, startDemoServer } from './demo.ts';
import { pictureWithPlace } from './picture.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

let server: RunningServer;
let browser: Browser;
/** Each signed in as who sees the screen; `visitor` as nobody. */
let pages: Record<'visitor' | 'nurse' | 'admin' | 'both' | 'member', Page>;
let memberId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  const users = await vigilLines(server.dataDir, ['user', 'list', '--tenant', 'demo']);
  memberId = users.find((line) => line.endsWith('\tmember@demo.example'))?.split('\t')[0] ?? '';
  await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'flags.careTeam', 'true']);
  const open = async (email?: string) => {
    const page = await (await newContext(browser)).newPage();
    if (email) await signIn(page, server.url, email);
    return page;
  };
  pages = {
    visitor: await open(),
    nurse: await open('nurse@demo.example'),
    admin: await open('admin@demo.example'),
    both: await open('both@demo.example'),
    member: await open('member@demo.example'),
  };
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const chartsSettle = async (page: Page) => {
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-outdated="true"]'));
};

interface Screen {
  readonly name: string;
  readonly who: keyof typeof pages;
  /** Opens it, and resolves when everything on it is drawn. */
  open(page: Page): Promise<void>;
  /** A menu is gone through with the arrow keys; Tab leaves it. */
  readonly isMenu?: boolean;
}

/** A screen that is drawn when it has this heading, of any level, and nothing on it is loading. */
const heading = (name: string, who: Screen['who'], path: () => string, title: string | RegExp): Screen => ({
  name,
  who,
  async open(page) {
    await page.goto(`${server.url}${path()}`);
    await page.getByRole('heading', { name: title }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
  },
});

const screens: readonly Screen[] = [
  {
    name: 'sign-in',
    who: 'visitor',
    async open(page) {
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    },
  },
  {
    name: 'the provider’s sign-in',
    who: 'visitor',
    async open(page) {
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByLabel('E-mail address').waitFor();
    },
  },
  {
    name: 'tenant selection',
    who: 'both',
    async open(page) {
      await page.goto(server.url);
      await page.getByRole('heading', { name: 'Select Tenant' }).waitFor();
    },
  },
  {
    name: 'today',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/today`);
      await page.locator('[data-row-link]').first().waitFor();
    },
  },
  {
    name: 'today, with the work on a member beside it',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/today`);
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('tab', { name: 'Work' }).waitFor();
    },
  },
  {
    name: 'messages beside a screen',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel`);
      await page.locator('[data-row-link]').first().waitFor();
      const button = page.getByRole('button', { name: 'Messages', exact: true });
      if (await button.isVisible()) await button.click();
      else {
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page.getByRole('button', { name: 'All conversations' }).click();
      }
      await page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="tabpanel"] .MuiSkeleton-root'));
    },
  },
  {
    name: 'panel',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel`);
      await page.locator('[data-row-link]').first().waitFor();
    },
  },
  {
    name: 'data, 1 day',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/data`);
      await chartsSettle(page);
    },
  },
  {
    name: 'data, 30 days',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/data?range=30`);
      await chartsSettle(page);
    },
  },
  {
    name: 'the member’s own data',
    who: 'member',
    async open(page) {
      await page.goto(server.url);
      await page.waitForURL('**/patient/*/data');
      await chartsSettle(page);
    },
  },
  heading('programs of a member', 'nurse', () => `/patient/${memberId}/content`, 'Pledges'),
  heading('own programs', 'member', () => `/patient/${memberId}/content`, 'Programs'),
  heading('programs', 'nurse', () => '/dashboard/programs', 'Programs'),
  heading('alert rules', 'admin', () => '/dashboard/rules', /^Alert rules/),
  {
    name: 'writing an alert rule, with what is missing',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/dashboard/rules/new`);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Give it a title.').waitFor();
    },
  },
  {
    name: 'an alert rule and what a cohort has otherwise',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/dashboard/rules`);
      await page.getByRole('link', { name: 'Pulse at rest 111 or more' }).click();
      await page.getByRole('button', { name: 'Add a cohort' }).click();
      await page.getByRole('form', { name: 'Add a cohort' }).waitFor();
    },
  },
  {
    name: 'an alert rule tried on history',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/rules`);
      await page.getByRole('link', { name: 'Pulse at rest 111 or more' }).click();
      await page.getByRole('link', { name: 'Try on history' }).click();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('heading', { name: /^Whom/ }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="progressbar"], [aria-busy="true"]'));
    },
  },
  {
    name: 'rules of a member, one being switched off',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/rules`);
      await page
        .getByRole('button', { name: /^Switch off .* for this member/ })
        .first()
        .click();
      await page.getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'the summary, where what no sensor tells is said',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/summary`);
      await page.getByText('Say what no sensor tells').click();
      await page.getByRole('button', { name: 'Set scale 2…' }).click();
      await page.getByRole('button', { name: 'Set scale 2 under my name' }).waitFor();
    },
  },
  {
    name: 'writing a program',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/programs`);
      await page.getByRole('link', { name: 'Synthetic: sleep' }).click();
      await page.getByRole('button', { name: 'Save draft' }).waitFor();
    },
  },
  heading('surveys, the member’s own', 'member', () => `/patient/${memberId}/surveys`, 'To answer'),
  heading('surveys of the clinic', 'nurse', () => '/dashboard/surveys', 'Surveys of the clinic'),
  heading('surveys, for the care team', 'nurse', () => `/patient/${memberId}/surveys`, 'Scores of PHQ-9'),
  heading('logging by hand', 'member', () => `/patient/${memberId}/log`, 'What you logged'),
  {
    name: 'logging a pressure, with what is wrong',
    who: 'member',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/log`);
      await page.getByRole('button', { name: 'Blood pressure' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a value').first().waitFor();
    },
  },
  {
    name: 'logging for a member',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/log`);
      await page.getByRole('button', { name: 'Log for this member' }).click();
      await page.getByRole('button', { name: 'Medication' }).click();
      await page.getByLabel('Name and strength').waitFor();
    },
  },
  {
    name: 'voice and video of a member, and devices that cannot be opened',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/team`);
      await page.getByRole('button', { name: /^Voice & Video/ }).click();
      await page.getByRole('button', { name: 'Microphone, speaker and camera' }).click();
      await page.getByRole('button', { name: 'Allow microphone' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  {
    name: 'calling the own care team, where there is no microphone',
    who: 'member',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/privacy`);
      await page.getByRole('button', { name: /^Voice & Video/ }).click();
      await page
        .getByRole('button', { name: /^Call (?!911)/ })
        .first()
        .click();
      await page.getByText('The call could not be made').waitFor();
    },
  },
  {
    name: 'panel by measure',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel?panel=defaultPanel&filter=age:30..`);
      await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'a new panel',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel`);
      await page.getByRole('button', { name: /^Panel:/ }).click();
      await page.getByRole('menuitem', { name: 'New panel…' }).click();
      await page.getByRole('checkbox', { name: 'Weight lbs' }).check();
    },
  },
  {
    name: 'panel filters, with what is wrong',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel?panel=defaultPanel`);
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByLabel('Age from, years').fill('12');
      await page.getByRole('button', { name: 'Show members' }).click();
      await page.getByText('Numbers from 18 to 120').waitFor();
    },
  },
  {
    name: 'summary of a member',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/summary`);
      await page.getByRole('heading', { name: 'Compliance' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'analysis',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/analysis?range=2`);
      await page.getByRole('heading', { name: 'Heart rate', exact: true }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'analysis as evidence',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/analysis?mode=evidence`);
      await page.getByText('Baseline:').waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'the member’s own analysis',
    who: 'member',
    async open(page) {
      await page.goto(server.url);
      await page.waitForURL('**/patient/*/data');
      await page.goto(page.url().replace('/data', '/analysis'));
      await page.getByText('Your readings over time.').waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'the health report',
    who: 'member',
    async open(page) {
      await page.goto(server.url);
      await page.waitForURL('**/patient/*/data');
      await page.goto(page.url().replace('/data', '/reports'));
      await page.getByRole('heading', { name: 'Respiratory Rate' }).first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'settings',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/settings`);
      await page.getByRole('heading', { name: 'Hosts' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  {
    name: 'inviting a member',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/members/account-invitation`);
      await page.getByRole('button', { name: 'Add the member' }).click();
      await page.getByText('Enter an e-mail address').waitFor();
    },
  },
  {
    name: 'importing staff',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/staff/account-import`);
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
  {
    name: 'onboarding accounts',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/members/onboarding-accounts`);
      await page.getByRole('row').nth(1).waitFor();
      await page.getByText('Messages to pass on').waitFor();
    },
  },
  {
    name: 'member list, what can be done with one',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/members/member-list`);
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Reassign clinician' }).waitFor();
    },
    isMenu: true,
  },
  {
    name: 'editing an account',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/members/member-list`);
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Edit account' }).click();
      await page.getByLabel('E-mail').fill('nobody');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter an e-mail address', { exact: false }).waitFor();
    },
  },
  {
    name: 'resetting a second step',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/staff/staff-list?q=nadia`);
      await page.getByRole('button', { name: /^Actions for Nadia / }).click();
      await page.getByRole('menuitem', { name: 'Reset second step' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'staff list',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/admin/staff/staff-list`);
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .waitFor();
    },
  },
  heading('a member’s clinicians', 'admin', () => `/admin/members/${memberId}/clinicians`, /^Clinicians of /),
  heading('who is on call', 'nurse', () => '/dashboard/on-call', 'On call'),
  {
    name: 'the week of a role, with what is missing',
    who: 'admin',
    async open(page) {
      await page.goto(`${server.url}/dashboard/on-call`);
      const begin = page.getByRole('button', { name: /the week of Specialist$/ });
      await begin.waitFor();
      if ((await begin.getAttribute('aria-expanded')) === 'false') await begin.click();
      const form = page.getByRole('form', { name: 'The week of Specialist' });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Give a time.').first().waitFor();
    },
  },
  heading('alarm burden', 'nurse', () => '/dashboard/burden', 'Alarm burden'),
  heading('cohorts', 'nurse', () => '/dashboard/cohorts', 'Cohorts'),
  heading('cohorts for an administrator', 'admin', () => '/dashboard/cohorts', 'Cohorts'),
  {
    name: 'a new cohort with alternatives and a range that cannot be',
    who: 'nurse',
    async open(page) {
      // What was typed at the other width is kept in this tab.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${server.url}/dashboard/cohorts/new`);
      await page.getByLabel('Add a condition…').selectOption('age');
      await page.getByLabel('Age from, years').fill('65');
      await page.getByLabel('Or, as an alternative…').selectOption('weight');
      await page.getByLabel(/^Weight from/).fill('9999');
      await page.getByText(/of \d+ members/).waitFor();
    },
  },
  {
    name: 'a shared cohort, read',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/cohorts`);
      await page.getByRole('link', { name: 'Over 65 with a heart condition' }).click();
      await page.getByText(/of \d+ members/).waitFor();
    },
  },
  {
    name: 'the panel of a cohort',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/panel`);
      await page.getByRole('button', { name: 'Cohort: All members' }).click();
      await page.getByRole('menuitemradio', { name: 'Over 65 with a heart condition' }).click();
      await page.getByRole('button', { name: 'Cohort: Over 65 with a heart condition' }).waitFor();
      await page
        .getByText(/Relative risk/)
        .first()
        .waitFor();
    },
  },
  heading('care teams', 'admin', () => '/admin/teams/list', 'Teams'),
  heading('making a care team', 'admin', () => '/admin/teams/create', /./),
  heading('audit log', 'admin', () => '/admin/audit', 'Audit log'),
  heading('audit log of a member', 'admin', () => `/admin/audit?member=${memberId}`, 'Audit log'),
  heading('sign-in and security', 'admin', () => '/account/security', 'Sign-in and security'),
  heading('sign-in and security, of a clinician', 'nurse', () => '/dashboard/account/security', 'Sign-in and security'),
  heading('account', 'nurse', () => '/dashboard/account', 'Account'),
  heading('support', 'nurse', () => '/dashboard/support', 'Support'),
  heading('care team', 'nurse', () => '/dashboard/team', 'Care team'),
  heading('a member’s care team', 'nurse', () => `/patient/${memberId}/team`, /./),
  heading('open actions', 'nurse', () => '/dashboard/actions', /Open actions/),
  {
    name: 'the bell, open',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/support`);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading', { name: 'Calendar' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
    },
  },
  heading('the calendar, a list', 'nurse', () => '/dashboard/calendar?view=list', 'Calendar'),
  {
    name: 'the calendar, a week on the grid',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/calendar`);
      await page.locator('[data-event]').first().waitFor();
    },
  },
  {
    name: 'the calendar, a month',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/calendar?view=month`);
      await page
        .locator('[data-event]')
        .or(page.getByRole('button', { name: /: \d+ events?$/ }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'a new event, with what is wrong',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/dashboard/calendar?view=list&event=new`);
      // What was begun stands open already.
      await page.getByRole('form', { name: 'New event' }).waitFor();
      if (!(await page.getByLabel('Repeats').isVisible())) await page.getByText('Repeat, member, notice, description').click();
      await page.getByLabel('Repeats').selectOption('WEEKLY');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Give it a title.').waitFor();
    },
  },
  {
    name: 'the member’s appointments',
    who: 'member',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/log`);
      await page.getByRole('heading', { name: 'What you logged' }).waitFor();
      const open = page.getByRole('button', { name: /^Appointments/ });
      if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
      await page.getByRole('heading', { name: 'Free times' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
    },
  },
  heading('my privacy', 'member', () => `/patient/${memberId}/privacy`, 'A copy of my data'),
  {
    name: 'the API’s description',
    who: 'visitor',
    async open(page) {
      await page.goto(`${server.url}/docs`);
      await page.getByText('/ticks-store/api/v1/users/{userId}/ticks', { exact: true }).first().waitFor();
    },
  },
  // The last: the panel that it opens stays open from page to page.
  {
    name: 'actions of a member, with a form',
    who: 'nurse',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/team`);
      const begin = page.getByRole('button', { name: 'New action' });
      await page.getByRole('button', { name: /^Actions/ }).waitFor();
      if (!(await begin.isVisible())) await page.getByRole('button', { name: /^Actions/ }).click();
      await begin.click();
      const form = page.getByRole('form', { name: 'New action' });
      await form.getByRole('textbox', { name: 'What is to be done' }).fill('Look at the week');
      await form.getByRole('combobox', { name: 'Category' }).selectOption('SURVEY');
      await form.getByRole('button', { name: 'Save' }).click();
      const action = page.getByRole('article', { name: 'Look at the week' }).last();
      await action.getByRole('button', { name: 'Evidence and history' }).click();
      const assign = action.getByRole('button', { name: 'Assign', exact: true });
      if (await assign.isVisible()) await assign.click();
      await page.getByRole('combobox', { name: 'To whom' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
    },
  },
  // The last of the member’s: the panel stays open on this computer.
  {
    name: 'messages, the member’s own side',
    who: 'member',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/data`);
      await page.getByRole('button', { name: /^Messaging/ }).waitFor();
      const field = page.getByRole('textbox', { name: /^Message to/ });
      if (!(await field.isVisible())) await page.getByRole('button', { name: /^Messaging/ }).click();
      await field.fill(`Is this the right place? https://example.org/${Date.now()}`);
      await field.press('Enter');
      await page.getByRole('log').getByRole('link').last().waitFor();
    },
  },
  {
    name: 'files in messages and beside one that is written, the member’s own side',
    who: 'member',
    async open(page) {
      await page.goto(`${server.url}/patient/${memberId}/data`);
      await page.getByRole('button', { name: /^Messaging/ }).waitFor();
      const field = page.getByRole('textbox', { name: /^Message to/ });
      if (!(await field.isVisible())) await page.getByRole('button', { name: /^Messaging/ }).click();
      const chooser = page.locator('[data-chooser="clip"]');
      const note = { name: 'Readings.txt', mimeType: 'text/plain', buffer: Buffer.from('132/84') };
      await chooser.setInputFiles([{ name: 'My arm.jpg', mimeType: 'image/jpeg', buffer: await pictureWithPlace(page) }, note]);
      await field.fill('These are from today.');
      await field.press('Enter');
      await page.getByRole('button', { name: 'Open the picture My arm.jpg' }).last().locator('img').waitFor();
      await chooser.setInputFiles([note, { name: 'No picture.png', mimeType: 'image/png', buffer: Buffer.from('Not at all.') }]);
      await page.getByRole('button', { name: 'Upload No picture.png again' }).waitFor();
    },
  },
];

/** Every rule of WCAG 2.2, levels A and AA, that a program can judge. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Those of them that look at colours: all that another colour mode can change. */
const ofColours = ['color-contrast', 'link-in-text-block'];

describe.each([1440, 390])('%i px wide', (width) => {
  test.each(screens)(
    '$name has no serious finding in light and in dark, is as wide as the window, and is gone through with Tab',
    async (screen) => {
      const page = pages[screen.who];
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await screen.open(page);
      expect(await seriousFindings(page, { type: 'tag', values: wcag })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await lightness(page)).toBeGreaterThan(150);

      // The system's mode changes while the page is open.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expect.poll(() => lightness(page), { timeout: 30_000 }).toBeLessThan(100);
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-outdated="true"]'));
      expect(await seriousFindings(page, { type: 'rule', values: ofColours })).toEqual([]);

      if (width === 390 || screen.isMenu) return;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await expect.poll(() => lightness(page), { timeout: 30_000 }).toBeGreaterThan(150);
      await expectTabToReachEverything(page);
    },
  );
});

async function seriousFindings(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> {
  // Told node by node are violations alone. Nothing of ours is in a frame, for which axe would open another page each time.
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ['violations'] }).setLegacyMode();
  const { passes, violations } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(runOnly.type === 'tag' ? 5 : 0);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}

/** Of the page's background: its red, 0 to 255. */
async function lightness(page: Page): Promise<number> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return Number(background.match(/[\d.]+/)?.[0]);
}

/** Tab reaches everything that can be operated, in a circle, and the focus is seen at each stop. */
async function expectTabToReachEverything(page: Page): Promise<void> {
  const expected = await page.evaluate(markStops);
  expect(expected.length).toBeGreaterThan(0);
  const reached = new Set<string>();
  const seen = new Set<string>();
  // A little more than once around: the browser's own bar is one stop of the circle, each part of a date or a time another.
  const parts = expected.filter(({ hasParts }) => hasParts).length * 8;
  for (let press = 0; press < expected.length + parts + 8; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop) reached.add(stop.id);
    if (stop?.isSeen) seen.add(stop.id);
  }
  const missingIn = (stops: ReadonlySet<string>) => expected.filter(({ id }) => !stops.has(id)).map(({ name }) => name);
  expect(missingIn(reached), 'what Tab does not reach').toEqual([]);
  expect(missingIn(seen), 'where the focus is not seen').toEqual([]);
}

/** Runs in the page: numbers everything that can be operated, is drawn and is not behind an open dialog, and answers what there is. */
function markStops(): { id: string; name: string; hasParts: boolean }[] {
  const operable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
  // Of radio buttons that belong together, Tab stops at the one that is chosen; the arrow keys lead to the others.
  const isOtherChoice = (element: HTMLElement) =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    !element.checked &&
    document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`) !== null;
  const drawn = [...document.querySelectorAll<HTMLElement>(operable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !isOtherChoice(element) &&
      !element.matches('[aria-hidden="true"] *, [data-testid^="sentinel"]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return drawn.map((element, index) => {
    element.dataset.stop = String(index);
    return {
      id: String(index),
      hasParts: element.matches('[type=date], [type=time], [type=datetime-local]'),
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent?.trim().slice(0, 40) ?? ''}`,
    };
  });
}

/** Runs in the page: the focused element, and whether it, or what is around it, looks different than without the focus. */
async function lookAtFocus(): Promise<{ id: string; isSeen: boolean } | null> {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const look = () => {
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one instanceof HTMLElement);
    return around
      .map((one) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(one);
        return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
      })
      .join('|');
  };
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await drawn();
  const focused = look();
  const isKept = element.closest('[role="dialog"]') !== null;
  // Its parts would begin anew.
  if (isKept && element.matches('[type=date], [type=time], [type=datetime-local]'))
    return { id: element.dataset.stop ?? '', isSeen: getComputedStyle(element).outlineStyle !== 'none' };
  // The browser goes on from here at the next Tab, although nothing has the focus.
  element.blur();
  // A busy browser tells the style of the focus for some frames after it has gone.
  let isSeen = false;
  for (let frame = 0; frame < 120 && !isSeen; frame += 2) {
    await drawn();
    isSeen = look() !== focused;
  }
  // A dialog takes back what it keeps, somewhat later: the next Tab goes on from where it was.
  if (isKept) element.focus({ preventScroll: true });
  return { id: element.dataset.stop ?? '', isSeen };
}
