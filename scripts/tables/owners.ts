// Who owns which table. The owner alone writes it and reads it; whoever else does is listed here, with the reason.

/** Folders are below apps/server/src: a module, a folder of platform, or one of the folders beside them. */
export interface Ownership {
  readonly owner: string;
  /** That no source writes it, and what does. */
  readonly writtenBy?: string;
  /** Other folders whose SQL reads the table, and why. */
  readonly readers?: Readonly<Record<string, string>>;
  /** Other folders whose SQL writes (and may read) it, and why. */
  readonly writers?: Readonly<Record<string, string>>;
}

const audit = 'platform/audit';
const busEvents = 'platform/bus-events';
const identity = 'identity';
const ticksStore = 'services/ticks-store';
const eventsProcessor = 'services/events-processor';
const devices = 'services/registry/devices';

const people = 'people';

const configurator = 'services/configurator';
const beforeSignIn =
  'whose host it is, whether links sign people in there, and whether its staff need a second factor, is asked before sign-in.';
const panelInOneStatement = 'The panel is filtered, sorted and paged over all of these in one statement.';

const programs = 'services/factuary/programs';
const surveys = 'services/factuary/surveys';
const gaps = 'services/alerts/gaps';
const gapsInOneStatement = 'Whose data may be missing is asked of hundreds of members at once, by account, last sync and latest values.';
const startInOneStatement =
  'Since when data is expected of hundreds of members is asked at once, by account, first device and first program.';

const triage = 'services/triage';
const todayInOneStatement = 'Today places, counts and pages whoever has something open over all of these in one statement.';

const calendar = 'services/calendar';
const calls = 'services/calls';
const chat = 'services/chat';
const conversationsFollow =
  'Whose conversations somebody’s are follows assignments at once, and is asked with what is unread in one statement.';

const userAdmin = 'services/user-admin';
const onboardingInOneStatement = 'Who is on the way is counted, searched and paged by users and their invitations in one statement.';

export const owners: Readonly<Record<string, Ownership>> = {
  tenants: {
    owner: configurator,
    readers: {
      [audit]: 'verifying goes through every tenant’s chain of entries.',
      [identity]: beforeSignIn,
      operator: 'a restore never overwrites data, so it looks for tenants before any module is there.',
    },
    writers: { demo: 'makes the demonstration’s own tenants.' },
  },
  global_settings: { owner: configurator, readers: { [identity]: beforeSignIn } },
  tenant_setting_changes: { owner: configurator },
  global_setting_changes: { owner: configurator },
  users: {
    owner: people,
    readers: {
      [userAdmin]: onboardingInOneStatement,
      [eventsProcessor]: panelInOneStatement,
      [gaps]: gapsInOneStatement,
      [triage]: todayInOneStatement,
      'services/alerts/burden': 'weeks of members are summed where the members are: 100,000 rows for one figure.',
      'services/factuary/actions': 'the list of actions is filtered by account status, counted and paged in one statement.',
      [programs]:
        'what is due is taken together with the member’s zone and whether anything may reach them, and how far members have come with the status of their accounts, in one statement.',
      operator: 'the doctor looks whether everybody whom other tables name is there.',
      'services/privacy': 'a restored backup is held to its erasures in one statement, past the lock on who was erased.',
    },
    writers: { demo: 'makes the demonstration’s people with their past, all in one statement.' },
  },
  account_changes: { owner: people, writtenBy: 'a trigger of vigil.users notes every change, whoever makes it.' },
  devices: {
    owner: devices,
    readers: { demo: 'finds the bands that the demonstration registered through the module.', [gaps]: startInOneStatement },
  },
  latest_ticks: {
    owner: ticksStore,
    readers: {
      [eventsProcessor]: panelInOneStatement,
      [gaps]: gapsInOneStatement,
      'services/alerts': 'whose readings arrived after they were judged is asked beside how far that was, in one statement.',
      demo: 'finds up to when the demonstration’s members have data.',
    },
  },
  latest_values: {
    owner: ticksStore,
    readers: { [eventsProcessor]: panelInOneStatement },
    writtenBy: 'triggers of vigil.latest_ticks put what it says of a member side by side.',
  },
  band_syncs: {
    owner: ticksStore,
    readers: { [eventsProcessor]: panelInOneStatement, [gaps]: gapsInOneStatement },
    writers: { demo: 'the past that is stored at the start was synced when the story says, not now.' },
  },
  audit_log: { owner: audit },
  audit_heads: { owner: audit },
  audit_register: { owner: audit },
  audit_seal_digest: { owner: audit },
  audit_anchors: { owner: audit },
  erasures: { owner: 'services/privacy' },
  accounts: { owner: identity },
  identity_links: { owner: identity },
  identity_keys: { owner: identity },
  oidc_clients: { owner: identity },
  oidc_records: { owner: identity },
  recovery_codes: { owner: identity },
  second_factors: { owner: identity },
  session_locks: { owner: identity },
  sign_in_links: { owner: identity },
  sign_in_throttles: { owner: identity },
  sign_in_events: { owner: identity },
  invitations: {
    owner: identity,
    readers: { [userAdmin]: onboardingInOneStatement },
    writers: { demo: 'invites the demonstration’s staff anew at every start.' },
  },
  account_imports: { owner: userAdmin },
  account_import_rows: { owner: userAdmin },
  outbox: { owner: 'platform/outbox', readers: { [userAdmin]: onboardingInOneStatement } },
  demo_members: { owner: 'demo' },
  notes: { owner: 'services/notary' },
  pushes: {
    owner: 'services/notification',
    readers: { [calendar]: 'what the bell had told by a place of the pushes is found with the events, in one statement' },
  },
  bell_reads: { owner: 'services/notification' },
  calendar_events: { owner: calendar },
  calendar_participants: { owner: calendar },
  calendar_mails: { owner: calendar },
  calendar_subscriptions: { owner: calendar },
  calls: { owner: calls },
  call_signals: { owner: calls },
  chat_conversations: { owner: chat },
  chat_people: { owner: chat },
  chat_messages: { owner: chat },
  chat_message_versions: { owner: chat },
  chat_reactions: { owner: chat },
  chat_reads: { owner: chat },
  chat_drafts: { owner: chat },
  chat_changes: { owner: chat },
  chat_presence: { owner: chat },
  bus_events: { owner: busEvents, writtenBy: 'triggers, in the transaction of whatever others have to hear of.' },
  clinical_resources: { owner: 'services/fhir' },
  care_teams: { owner: 'services/registry/relations' },
  care_team_people: {
    owner: 'services/registry/relations',
    readers: { [eventsProcessor]: panelInOneStatement, [chat]: conversationsFollow },
  },
  care_relations: {
    owner: 'services/registry/relations',
    readers: {
      [eventsProcessor]: panelInOneStatement,
      [chat]: conversationsFollow,
      [people]: 'The list of accounts is filtered, sorted and paged by primary clinician in one statement.',
    },
  },
  care_history: { owner: 'services/registry/relations' },
  bulk_assignments: { owner: 'services/registry/relations' },
  subordinates: { owner: 'services/registry/relations' },
  tasks: { owner: 'services/registry/tasks' },
  alert_rules: { owner: 'services/alerts' },
  alert_rule_versions: { owner: 'services/alerts' },
  alert_cohort_layers: { owner: 'services/alerts' },
  alert_member_layers: { owner: 'services/alerts' },
  alert_backtests: { owner: 'services/alerts' },
  alert_passes: { owner: 'services/alerts' },
  alert_watches: { owner: 'services/alerts' },
  alert_rule_states: { owner: 'services/alerts' },
  alert_firings: { owner: 'services/alerts' },
  alarms: { owner: 'services/alerts', readers: { [triage]: todayInOneStatement } },
  alarm_parts: { owner: 'services/alerts', readers: { [triage]: todayInOneStatement } },
  alarm_actions: { owner: 'services/alerts' },
  alarm_events: { owner: 'services/alerts' },
  alarm_storms: { owner: 'services/alerts' },
  on_call_rotas: { owner: 'services/alerts' },
  on_call_covers: { owner: 'services/alerts' },
  alarm_messages: { owner: 'services/alerts' },
  gaps: { owner: gaps, readers: { [triage]: todayInOneStatement } },
  gap_checks: { owner: gaps },
  listening_times: { owner: gaps },
  news2_statements: { owner: triage },
  reviews: { owner: triage },
  handoffs: { owner: triage },
  handoff_members: { owner: triage },
  actions: { owner: 'services/factuary/actions', readers: { [triage]: todayInOneStatement } },
  action_events: { owner: 'services/factuary/actions' },
  panel_sets: { owner: 'services/metaresources' },
  cohorts: { owner: 'services/factuary/cohorts' },
  cohort_stays: { owner: 'services/factuary/cohorts' },
  programs: { owner: programs },
  program_versions: { owner: programs },
  program_modules: { owner: programs },
  member_programs: {
    owner: programs,
    readers: { [gaps]: startInOneStatement },
    writers: { demo: 'makes programs of the demonstration that have begun some days ago.' },
  },
  program_items: { owner: programs, writers: { demo: 'makes programs of the demonstration that have begun some days ago.' } },
  pledge_reports: { owner: programs },
  surveys: { owner: surveys },
  survey_versions: { owner: surveys },
  survey_schedules: { owner: surveys },
  user_surveys: { owner: surveys },
  survey_answers: { owner: surveys },
  survey_baselines: { owner: surveys },
  survey_action_requests: { owner: surveys },
  activities: { owner: 'services/activities' },
  analytics_events: { owner: 'services/analytics' },
  files: { owner: 'services/blob' },
  file_jobs: { owner: 'services/blob' },
  outside_facts: { owner: eventsProcessor },
  sleep_measures: { owner: eventsProcessor },
  ticks_follow_up: { owner: ticksStore, readers: { operator: 'rebuild waits until everything stored is rolled up.' } },
  ticks_zone_tables: { owner: ticksStore },
  ticks_behind: { owner: ticksStore },
  ticks_taken_back: { owner: ticksStore },
  ticks: {
    owner: ticksStore,
    readers: { 'platform/ticks': 'a store is ready once it answers from its tables, and not only that it is there.' },
    writers: { operator: 'a restore puts the whole store back, a backup copies it, and a rebuild looks how far it is.' },
  },
  ticks_hour: { owner: ticksStore },
  ticks_day: { owner: ticksStore },
  ticks_kept_step: { owner: ticksStore },
};

/** Folders whose SQL goes through every table that there is, and names none. */
export const wholeStore: Readonly<Record<string, string>> = {
  operator: 'Backup and restore copy every table, and the doctor looks into each.',
};
