import { heading, shown, testScreens } from './screens.ts';

testScreens([
  shown('today', 'nurse', '/dashboard/today', (page) => page.locator('[data-row-link]')),
  {
    name: 'today, with the work on a member beside it',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/today`);
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('tab', { name: 'Work' }).waitFor();
    },
  },
  {
    name: 'messages beside a screen',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/panel`);
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
  shown('panel', 'nurse', '/dashboard/panel', (page) => page.locator('[data-row-link]')),
  heading('programs', 'nurse', '/dashboard/programs', 'Programs'),
  {
    name: 'an alert rule tried on history',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/rules`);
      await page.getByRole('link', { name: 'Pulse at rest 111 or more' }).click();
      await page.getByRole('link', { name: 'Try on history' }).click();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('heading', { name: /^Whom/ }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="progressbar"], [aria-busy="true"]'));
    },
  },
  {
    name: 'writing a program',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/programs`);
      await page.getByRole('link', { name: 'Synthetic: sleep' }).click();
      await page.getByRole('button', { name: 'Save draft' }).waitFor();
    },
  },
  heading('surveys of the clinic', 'nurse', '/dashboard/surveys', 'Surveys of the clinic'),
  shown('panel by measure', 'nurse', '/dashboard/panel?panel=defaultPanel&filter=age:30..', (page) =>
    page.getByRole('button', { name: /^Remove filter/ }),
  ),
  {
    name: 'a new panel',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/panel`);
      await page.getByRole('button', { name: /^Panel:/ }).click();
      await page.getByRole('menuitem', { name: 'New panel…' }).click();
      await page.getByRole('checkbox', { name: 'Weight lbs' }).check();
    },
  },
  {
    name: 'panel filters, with what is wrong',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/panel?panel=defaultPanel`);
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByLabel('Age from, years').fill('12');
      await page.getByRole('button', { name: 'Show members' }).click();
      await page.getByText('Numbers from 18 to 120').waitFor();
    },
  },
  heading('who is on call', 'nurse', '/dashboard/on-call', 'On call'),
  shown('the draft of a handoff', 'nurse', '/dashboard/handoff', (page) => page.getByRole('textbox', { name: /^Summary: / })),
  heading('alert burden', 'nurse', '/dashboard/burden', 'Alert burden'),
  heading('cohorts', 'nurse', '/dashboard/cohorts', 'Cohorts'),
  {
    name: 'a new cohort with alternatives and a range that cannot be',
    who: 'nurse',
    async open({ page, url }) {
      // What was typed at the other width is kept in this tab.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${url}/dashboard/cohorts/new`);
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
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/cohorts`);
      await page.getByRole('link', { name: 'Over 65 with a heart condition' }).click();
      await page.getByText(/of \d+ members/).waitFor();
    },
  },
  {
    name: 'the panel of a cohort',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/panel`);
      await page.getByRole('button', { name: 'Cohort: All members' }).click();
      await page.getByRole('menuitemradio', { name: 'Over 65 with a heart condition' }).click();
      await page.getByRole('button', { name: 'Cohort: Over 65 with a heart condition' }).waitFor();
      await page
        .getByText(/Relative risk/)
        .first()
        .waitFor();
    },
  },
  heading('sign-in and security, of a clinician', 'nurse', '/dashboard/account/security', 'Sign-in and security'),
  heading('account', 'nurse', '/dashboard/account', 'Account'),
  heading('support', 'nurse', '/dashboard/support', 'Support'),
  heading('care team', 'nurse', '/dashboard/team', 'Care team'),
  heading('open actions', 'nurse', '/dashboard/actions', /Open actions/),
  {
    name: 'the bell, open',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/support`);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading', { name: 'Calendar' }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
    },
  },
  heading('the calendar, a list', 'nurse', '/dashboard/calendar?view=list', 'Calendar'),
  {
    name: 'the calendar, a week on the grid',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/calendar`);
      await page.locator('[data-event]').first().waitFor();
    },
  },
  {
    name: 'the calendar, a month',
    who: 'nurse',
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/calendar?view=month`);
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
    async open({ page, url }) {
      await page.goto(`${url}/dashboard/calendar?view=list&event=new`);
      // What was begun stands open already.
      await page.getByRole('form', { name: 'New event' }).waitFor();
      if (!(await page.getByLabel('Repeats').isVisible())) await page.getByText('Repeat, member, notice, description').click();
      await page.getByLabel('Repeats').selectOption('WEEKLY');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Give it a title.').waitFor();
    },
  },
]);
