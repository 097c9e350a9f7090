/** The parts in which the settings are shown and saved. */
export const settingGroups = [
  'notice',
  'session',
  'security',
  'people',
  'emergency',
  'features',
  'communication',
  'welcome',
  'reports',
  'ranges',
  'privacy',
  'hosts',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** Name of the configuration file that holds where no tenant is known. */
export const globalFile = 'global.json';

/** Where a value that holds comes from. */
export const settingSources = ['default', 'global', 'tenant'] as const;
export type SettingSource = (typeof settingSources)[number];

export const chatStates = ['ON', 'OFF'] as const;
/** Which members the staff of a tenant see: all of the tenant, or those whom they are assigned to. */
export const patientScopes = ['tenant', 'assigned'] as const;

/** Languages in which somebody is written to who has chosen none. */
export const mailLanguages = ['en', 'es'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Milliseconds without activity until sign-out: 1 minute to 8 hours; 15 minutes, as specified, where nobody says otherwise. */
export const idleMs = { least: 60_000, most: 28_800_000, usual: 900_000 } as const;
/** How long members who have set a PIN stay signed in: 30 days as NIST SP 800-63B has it for one factor; 0: as long as everybody. */
export const memberSessionDays = { least: 0, most: 90, usual: 30 } as const;
/** Characters. The banner is one line; a picture may stand in the configuration itself, as a data URL. */
export const longest = { banner: 300, welcomeTitle: 200, welcomeText: 4_000, picture: 40_000, name: 60, host: 253, contact: 200 } as const;
/** Entries of a list. Flags that the list of settings does not name stand in a file that everybody may ask for. */
export const most = { hosts: 20, externalIds: 20, changesAtOnce: 50, otherFlags: 200 } as const;
