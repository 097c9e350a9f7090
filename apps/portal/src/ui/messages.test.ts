import { expect, test } from 'vitest';

const root = '../';
/** Every message file of the portal, by its path: a new one is checked because it is there. */
const files = new Map(
  Object.entries(import.meta.glob<object>(['../**/messages.*.json', './**/messages.*.json'], { eager: true, import: 'default' })).map(
    ([path, messages]) => [path.startsWith(root) ? path.slice(root.length) : `ui/${path.slice('./'.length)}`, messages],
  ),
);

/** Folders whose screens are for staff only, who read English. A folder that is not named here needs its Spanish. */
const staffOnly = [
  'charts/markers',
  'features/actions',
  'features/admin-accounts',
  'features/admin-audit',
  'features/admin-invitations',
  'features/admin-teams',
  'features/bell',
  'features/burden',
  'features/calendar',
  'features/care-team',
  'features/cohorts',
  'features/critical',
  'features/handoff',
  'features/member-clinicians',
  'features/on-call',
  'features/panel',
  'features/patient-summary',
  'features/patient-team',
  'features/patient-timeline',
  'features/programs',
  'features/rules',
  'features/settings',
  'features/support',
  'features/today',
];

/** Texts of staff within a folder that members see too: their menus, search and palette are not a member's. */
const staffTexts: Readonly<Record<string, readonly string[]>> = {
  app: [
    'search',
    'calendar',
    'keyboard.calendar',
    'keyboard.moveEvent',
    'keyboard.newEvent',
    'keyboard.openActions',
    'keyboard.select',
    'searchHint',
    'patientTabs',
    'patientsMenu',
    'closePatient',
    'cohorts',
    'careWork',
    'burden',
    'onCall',
    'handoff',
    'loadingPatient',
    'panel',
    'members',
    'settings',
    'accountImport',
    'accountInvitation',
    'memberList',
    'onboardingAccounts',
    'portalUsers',
    'programs',
    'rules',
    'staffList',
    'streamLost',
    'streamBack',
    'notEvaluated.since',
    'notEvaluated.ever',
    'notEvaluated.restarted',
    'notEvaluated.first_rules',
    'notEvaluated.no_rules',
    'notEvaluated.being_set_up',
    'notEvaluated.unavailable',
    'notEvaluated.waiting',
    'notEvaluated.meaning',
    'notEvaluated.over',
    'support',
    'subpages',
    'team',
    'today',
    'keyboard.today',
    'keyboard.acknowledge',
    'keyboard.snooze',
    'keyboard.reviewed',
    'keyboard.intervene',
    'keyboard.undo',
    'teams',
    'audit',
    'openActions',
    'surveys',
    'showKeys',
    'messages',
  ],
  'features/chat': ['log', 'empty', 'emptyStaff', 'memberOnHold', 'write.label', 'search.all', 'search.everywhere'],
  'features/surveys': ['staffTitle'],
  'features/patient': ['team', 'rules', 'timeline', 'summary', 'born', 'ageUnknown', 'sexUnknown'],
};
/** Groups of texts that are of staff as a whole. */
const staffGroups: Readonly<Record<string, readonly string[]>> = {
  app: ['palette'],
  'features/chat': ['list', 'begin'],
  'features/patient': ['outOfRange'],
  'features/surveys': ['staff', 'give', 'builder'],
};
const isOfStaff = (folder: string, path: string) =>
  staffGroups[folder]?.some((group) => path.startsWith(`${group}.`)) || staffTexts[folder]?.includes(path);

const foldersWith = (language: string) =>
  [...files.keys()].filter((path) => path.endsWith(`/messages.${language}.json`)).map((path) => path.slice(0, path.lastIndexOf('/')));
const textsOf = (folder: string, language: string) => texts(files.get(`${folder}/messages.${language}.json`) ?? {});

/** Every text with its path; the plural endings of a language are its own. */
function texts(messages: object, under = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(messages)) {
    const path = under + name.replace(/_(zero|one|two|few|many|other)$/, '');
    if (typeof value === 'string') found.set(path, value);
    else for (const [inner, text] of texts(value, `${path}.`)) found.set(inner, text);
  }
  return found;
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test('every folder with English texts has Spanish ones, unless its screens are for staff only', () => {
  expect(foldersWith('en').length).toBeGreaterThan(5);
  expect(foldersWith('en').toSorted()).toEqual([...foldersWith('es'), ...staffOnly].toSorted());
});

test('every message file is in a language that is looked at', () => {
  expect([...files.keys()].filter((path) => !/\/messages\.(en|es)\.json$/.test(path))).toEqual([]);
});

test.each(foldersWith('es'))('everything of %s that a member sees is there in Spanish, and nothing else', (folder) => {
  const english = [...textsOf(folder, 'en').keys()].filter((path) => !isOfStaff(folder, path));
  expect([...textsOf(folder, 'es').keys()].toSorted()).toEqual(english.toSorted());
});

test.each(foldersWith('es'))('the Spanish of %s has no empty text and fills in the same values as the English', (folder) => {
  const english = textsOf(folder, 'en');
  for (const [path, text] of textsOf(folder, 'es')) {
    expect([path, placeholders(text)]).toEqual([path, placeholders(english.get(path) ?? '')]);
    expect(text.trim(), path).not.toBe('');
  }
});
