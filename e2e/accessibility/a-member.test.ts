import { heading, settled, shown, testScreens } from './screens.ts';

testScreens([
  shown(
    'data, 1 day',
    'nurse',
    (memberId) => `/patient/${memberId}/data`,
    (page) => page.getByRole('heading', { level: 3 }),
  ),
  shown(
    'data, 30 days',
    'nurse',
    (memberId) => `/patient/${memberId}/data?range=30`,
    (page) => page.getByRole('heading', { level: 3 }),
  ),
  heading('programs of a member', 'nurse', (memberId) => `/patient/${memberId}/content`, 'Pledges'),
  {
    name: 'rules of a member, one being switched off',
    who: 'nurse',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/rules`);
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
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/summary`);
      await page.getByText('Record what sensors can’t measure').click();
      await page.getByRole('button', { name: 'Set scale 2…' }).click();
      await page.getByRole('button', { name: 'Set scale 2 under my name' }).waitFor();
    },
  },
  heading('surveys, for the care team', 'nurse', (memberId) => `/patient/${memberId}/surveys`, 'Scores of PHQ-9'),
  {
    name: 'logging for a member',
    who: 'nurse',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/log`);
      await page.getByRole('button', { name: 'Log for this member' }).click();
      await page.getByRole('button', { name: 'Medication' }).click();
      await page.getByLabel('Name and strength').waitFor();
    },
  },
  {
    name: 'voice and video of a member, and devices that cannot be opened',
    who: 'nurse',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/team`);
      await page.getByRole('button', { name: /^Voice & Video/ }).click();
      await page.getByRole('button', { name: 'Microphone, speaker and camera' }).click();
      await page.getByRole('button', { name: 'Allow microphone' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  shown(
    'summary of a member',
    'nurse',
    (memberId) => `/patient/${memberId}/summary`,
    (page) => page.getByRole('heading', { name: 'Compliance' }),
  ),
  shown(
    'analysis',
    'nurse',
    (memberId) => `/patient/${memberId}/analysis?range=2`,
    (page) => page.getByRole('heading', { name: 'Heart rate', exact: true }),
  ),
  shown(
    'analysis as evidence',
    'nurse',
    (memberId) => `/patient/${memberId}/analysis?mode=evidence`,
    (page) => page.getByText('Baseline:'),
  ),
  heading('a member’s care team', 'nurse', (memberId) => `/patient/${memberId}/team`, /./),
  // The last: the panel that it opens stays open from page to page.
  {
    name: 'actions of a member, with a form',
    who: 'nurse',
    async open({ page, url, memberId }) {
      await page.goto(`${url}/patient/${memberId}/team`);
      const begin = page.getByRole('button', { name: 'New action' });
      await page.getByRole('button', { name: /^Actions/ }).waitFor();
      if (!(await begin.isVisible())) await page.getByRole('button', { name: /^Actions/ }).click();
      await begin.click();
      const form = page.getByRole('form', { name: 'New action' });
      await form.getByRole('textbox', { name: 'What needs to be done' }).fill('Look at the week');
      await form.getByRole('combobox', { name: 'Category' }).selectOption('SURVEY');
      await form.getByRole('button', { name: 'Save' }).click();
      const action = page.getByRole('article', { name: 'Look at the week' }).last();
      await action.getByRole('button', { name: 'Evidence and history' }).click();
      const assign = action.getByRole('button', { name: 'Assign', exact: true });
      if (await assign.isVisible()) await assign.click();
      await page.getByRole('combobox', { name: 'Assign to' }).waitFor();
      await settled(page);
    },
  },
]);
