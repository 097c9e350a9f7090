import type { FeatureFlags } from '@vigil/contract/configurator.contract';
import { openActionsSearch } from '#features/actions/open-actions-search.ts';
import { memberListSearch, staffListSearch } from '#features/admin-accounts/account-list-search.ts';
import { auditSearch } from '#features/admin-audit/audit-search.ts';
import { onboardingSearch } from '#features/admin-invitations/onboarding-search.ts';
import { teamsSearch } from '#features/admin-teams/teams-search.ts';
import { burdenSearch } from '#features/burden/burden-search.ts';
import { calendarSearch } from '#features/calendar/calendar-search.ts';
import { careTeamSearch } from '#features/care-team/care-team-search.ts';
import { cohortsSearch } from '#features/cohorts/cohorts-search.ts';
import { handoffSearch } from '#features/handoff/handoff-search.ts';
import { onCallSearch } from '#features/on-call/on-call-search.ts';
import { panelSearch } from '#features/panel/panel-search.ts';
import { contentSearch } from '#features/patient-content/content-search.ts';
import { timelineSearch } from '#features/patient-timeline/timeline-search.ts';
import { programSearch, programsSearch } from '#features/programs/programs-search.ts';
import { backtestSearch, rulesSearch } from '#features/rules/rules-search.ts';
import { todaySearch } from '#features/today/today-search.ts';
import type { Gates } from './gates.ts';
import { anySearch, flagStands, type ScreenRow, screen } from './screen.ts';

/** The screens of the portal, in the order of the menus: one row a screen, which routes, header, account menu and palette read. */
export const screens = {
  today: screen({
    path: '/dashboard/today',
    gate: 'clinician',
    search: todaySearch,
    load: () => import('./today/today-with-work.tsx').then((module) => module.TodayWithWork),
    nav: { label: 'today', icon: 'clock', place: 'header' },
  }),
  panel: screen({
    path: '/dashboard/panel',
    gate: 'clinician',
    search: panelSearch,
    load: () => import('#features/panel/panel-screen.tsx').then((module) => module.PanelScreen),
    nav: { label: 'panel', icon: 'members', place: 'header' },
  }),
  openActions: screen({
    path: '/dashboard/actions',
    gate: 'clinician',
    search: openActionsSearch,
    load: () => import('#features/actions/open-actions-screen.tsx').then((module) => module.OpenActionsScreen),
    nav: { label: 'openActions', icon: 'check', place: 'care' },
  }),
  cohorts: screen({
    path: '/dashboard/cohorts',
    gate: 'staff',
    search: cohortsSearch,
    load: () => import('#features/cohorts/cohorts-screen.tsx').then((module) => module.CohortsScreen),
    nav: { label: 'cohorts', icon: 'filter', place: 'care' },
  }),
  newCohort: screen({
    path: '/dashboard/cohorts/new',
    gate: 'staff',
    search: anySearch,
    load: () => import('#features/cohorts/cohort-screen.tsx').then((module) => module.NewCohortScreen),
  }),
  cohort: screen({
    path: '/dashboard/cohorts/$cohortId',
    gate: 'staff',
    search: anySearch,
    load: () => import('#features/cohorts/cohort-screen.tsx').then((module) => module.CohortScreen),
  }),
  programs: screen({
    path: '/dashboard/programs',
    gate: 'clinician',
    search: programsSearch,
    load: () => import('#features/programs/programs-screen.tsx').then((module) => module.ProgramsScreen),
    nav: { label: 'programs', icon: 'note', place: 'care' },
  }),
  program: screen({
    path: '/dashboard/programs/$programId',
    gate: 'clinician',
    search: programSearch,
    load: () => import('#features/programs/program-screen.tsx').then((module) => module.ProgramScreen),
  }),
  surveys: screen({
    path: '/dashboard/surveys',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/surveys/builder/builder-screen.tsx').then((module) => module.SurveyBuilderScreen),
    nav: { label: 'surveys', icon: 'check', place: 'care' },
  }),
  rules: screen({
    path: '/dashboard/rules',
    gate: 'staff',
    search: rulesSearch,
    load: () => import('#features/rules/rules-screen.tsx').then((module) => module.RulesScreen),
    nav: { label: 'rules', icon: 'alert', place: 'care' },
  }),
  newRule: screen({
    path: '/dashboard/rules/new',
    gate: 'staff',
    search: anySearch,
    load: () => import('#features/rules/rule-screen.tsx').then((module) => module.NewRuleScreen),
  }),
  rule: screen({
    path: '/dashboard/rules/$ruleId',
    gate: 'staff',
    search: anySearch,
    load: () => import('#features/rules/rule-screen.tsx').then((module) => module.RuleScreen),
  }),
  ruleBacktest: screen({
    path: '/dashboard/rules/$ruleId/backtest',
    gate: 'clinician',
    search: backtestSearch,
    load: () => import('#features/rules/backtest-screen.tsx').then((module) => module.BacktestScreen),
  }),
  onCall: screen({
    path: '/dashboard/on-call',
    gate: 'staff',
    search: onCallSearch,
    load: () => import('#features/on-call/on-call-screen.tsx').then((module) => module.OnCallScreen),
    nav: { label: 'onCall', icon: 'bell', place: 'care' },
  }),
  handoff: screen({
    path: '/dashboard/handoff',
    gate: 'clinician',
    search: handoffSearch,
    load: () => import('#features/handoff/handoff-screen.tsx').then((module) => module.HandoffScreen),
    nav: { label: 'handoff', icon: 'check', place: 'care' },
  }),
  handoffOne: screen({
    path: '/dashboard/handoff/$handoffId',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/handoff/one-handoff-screen.tsx').then((module) => module.OneHandoffScreen),
  }),
  burden: screen({
    path: '/dashboard/burden',
    gate: 'staff',
    search: burdenSearch,
    load: () => import('#features/burden/burden-screen.tsx').then((module) => module.BurdenScreen),
    nav: { label: 'burden', icon: 'activity', place: 'care' },
  }),
  calendar: screen({
    path: '/dashboard/calendar',
    gate: 'staff',
    search: calendarSearch,
    load: () => import('#features/calendar/calendar-screen.tsx').then((module) => module.CalendarScreen),
    nav: { label: 'calendar', icon: 'calendar', place: 'menu' },
  }),
  account: screen({
    path: '/dashboard/account',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/account/account-screen.tsx').then((module) => module.AccountScreen),
    nav: { label: 'ownAccount', icon: 'person', place: 'menu' },
  }),
  support: screen({
    path: '/dashboard/support',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/support/support-screen.tsx').then((module) => module.SupportScreen),
    nav: { label: 'support', icon: 'question', place: 'menu' },
  }),
  careTeam: screen({
    path: '/dashboard/team',
    gate: 'clinician',
    when: { flag: 'newCareTeam', is: false, otherwise: '/dashboard/team/staff' },
    search: careTeamSearch,
    load: () => import('#features/care-team/care-team-screen.tsx').then((module) => module.CareTeamScreen),
    nav: { label: 'team', icon: 'members', place: 'menu' },
  }),
  careTeamStaff: screen({
    path: '/dashboard/team/staff',
    gate: 'clinician',
    when: { flag: 'newCareTeam', is: true, otherwise: '/dashboard/team' },
    search: careTeamSearch,
    load: () => import('#features/care-team/care-team-screen.tsx').then((module) => module.CareTeamStaffScreen),
  }),
  careTeamOne: screen({
    path: '/dashboard/team/$teamId',
    gate: 'clinician',
    when: { flag: 'newCareTeam', is: true, otherwise: '/dashboard/team' },
    search: anySearch,
    load: () => import('#features/care-team/one-team-screen.tsx').then((module) => module.OneTeamScreen),
  }),
  /** The subpages of members and of staff, in the order of their navigation: the first one is the default. */
  memberInvitation: screen({
    path: '/admin/members/account-invitation',
    frame: '/admin/members',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/admin-invitations/account-invitation-screen.tsx').then((module) => module.MemberInvitationScreen),
    subpage: 'accountInvitation',
  }),
  memberImport: screen({
    path: '/admin/members/account-import',
    frame: '/admin/members',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/admin-invitations/account-import-screen.tsx').then((module) => module.MemberImportScreen),
    subpage: 'accountImport',
  }),
  memberOnboarding: screen({
    path: '/admin/members/onboarding-accounts',
    frame: '/admin/members',
    gate: 'admin',
    search: onboardingSearch,
    load: () => import('#features/admin-invitations/onboarding-screen.tsx').then((module) => module.MemberOnboardingScreen),
    subpage: 'onboardingAccounts',
  }),
  memberList: screen({
    path: '/admin/members/member-list',
    frame: '/admin/members',
    gate: 'admin',
    search: memberListSearch,
    load: () => import('#features/admin-accounts/member-list-screen.tsx').then((module) => module.MemberListScreen),
    nav: { label: 'members', icon: 'person', place: 'header', to: '/admin/members' },
    subpage: 'memberList',
  }),
  staffInvitation: screen({
    path: '/admin/staff/account-invitation',
    frame: '/admin/staff',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/admin-invitations/account-invitation-screen.tsx').then((module) => module.StaffInvitationScreen),
    subpage: 'accountInvitation',
  }),
  staffImport: screen({
    path: '/admin/staff/account-import',
    frame: '/admin/staff',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/admin-invitations/account-import-screen.tsx').then((module) => module.StaffImportScreen),
    subpage: 'accountImport',
  }),
  staffOnboarding: screen({
    path: '/admin/staff/onboarding-accounts',
    frame: '/admin/staff',
    gate: 'admin',
    search: onboardingSearch,
    load: () => import('#features/admin-invitations/onboarding-screen.tsx').then((module) => module.StaffOnboardingScreen),
    subpage: 'onboardingAccounts',
  }),
  staffList: screen({
    path: '/admin/staff/staff-list',
    frame: '/admin/staff',
    gate: 'admin',
    search: staffListSearch,
    load: () => import('#features/admin-accounts/staff-list-screen.tsx').then((module) => module.StaffListScreen),
    nav: { label: 'portalUsers', icon: 'members', place: 'header', to: '/admin/staff' },
    subpage: 'staffList',
  }),
  teams: screen({
    path: '/admin/teams/list',
    gate: 'admin',
    when: { flag: 'careTeam', is: true, otherwise: '/admin' },
    search: teamsSearch,
    load: () => import('#features/admin-teams/teams-screen.tsx').then((module) => module.TeamsScreen),
    nav: { label: 'teams', icon: 'members', place: 'menu' },
  }),
  teamCreation: screen({
    path: '/admin/teams/create',
    gate: 'admin',
    when: { flag: 'careTeam', is: true, otherwise: '/admin' },
    search: teamsSearch,
    load: () => import('#features/admin-teams/team-creation-screen.tsx').then((module) => module.TeamCreationScreen),
  }),
  team: screen({
    path: '/admin/teams/$teamId',
    gate: 'admin',
    when: { flag: 'careTeam', is: true, otherwise: '/admin' },
    search: anySearch,
    load: () => import('#features/admin-teams/team-screen.tsx').then((module) => module.TeamScreen),
  }),
  memberClinicians: screen({
    path: '/admin/members/$memberId/clinicians',
    frame: '/admin/members',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/member-clinicians/member-clinicians-screen.tsx').then((module) => module.MemberCliniciansScreen),
  }),
  settings: screen({
    path: '/admin/settings',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/settings/settings-screen.tsx').then((module) => module.SettingsScreen),
    nav: { label: 'settings', icon: 'sliders', place: 'menu' },
  }),
  audit: screen({
    path: '/admin/audit',
    gate: 'admin',
    search: auditSearch,
    load: () => import('#features/admin-audit/audit-screen.tsx').then((module) => module.AuditScreen),
    nav: { label: 'audit', icon: 'clock', place: 'menu' },
  }),
  /** Below the account page of clinicians, which leads there. */
  dashboardSecurity: screen({
    path: '/dashboard/account/security',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/account-security/account-security-screen.tsx').then((module) => module.AccountSecurityScreen),
    nav: { label: 'security', icon: 'lock', place: 'palette' },
  }),
  /** The default of a member's pages for the care team. */
  memberSummary: screen({
    path: '/patient/$memberId/summary',
    frame: '/patient/$memberId',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/patient-summary/summary-screen.tsx').then((module) => module.SummaryScreen),
  }),
  /** In the menus it is the own one, for those who have it. */
  memberData: screen({
    path: '/patient/$memberId/data',
    frame: '/patient/$memberId',
    gate: 'member',
    /** The data screen keeps its range, metrics and zoom here and checks them itself. */
    search: anySearch,
    load: () => import('./communications/data-with-tabs.tsx').then((module) => module.DataWithTabs),
    nav: { label: 'myData', icon: 'activity', place: 'menu' },
  }),
  memberAnalysis: screen({
    path: '/patient/$memberId/analysis',
    frame: '/patient/$memberId',
    gate: 'member',
    /** The analysis keeps its range, metrics and evidence here and checks them itself. */
    search: anySearch,
    load: () => import('#features/patient-analysis/analysis-screen.tsx').then((module) => module.AnalysisScreen),
    nav: { label: 'myAnalysis', icon: 'sliders', place: 'menu' },
  }),
  memberContent: screen({
    path: '/patient/$memberId/content',
    frame: '/patient/$memberId',
    gate: 'member',
    search: contentSearch,
    load: () => import('#features/patient-content/content-screen.tsx').then((module) => module.ContentScreen),
    nav: { label: 'myPrograms', icon: 'heart', place: 'menu' },
  }),
  memberHealthReport: screen({
    path: '/patient/$memberId/reports',
    frame: '/patient/$memberId',
    gate: 'own',
    search: anySearch,
    load: () => import('#features/health-report/report-screen.tsx').then((module) => module.HealthReportScreen),
    nav: { label: 'myReport', icon: 'note', place: 'menu' },
  }),
  memberLogging: screen({
    path: '/patient/$memberId/log',
    frame: '/patient/$memberId',
    gate: 'member',
    search: anySearch,
    load: () => import('#features/logging/logging-screen.tsx').then((module) => module.LoggingScreen),
    nav: { label: 'myLog', icon: 'plus', place: 'menu' },
  }),
  memberSurveys: screen({
    path: '/patient/$memberId/surveys',
    frame: '/patient/$memberId',
    gate: 'member',
    search: anySearch,
    load: () => import('#features/surveys/surveys-screen.tsx').then((module) => module.SurveysScreen),
    nav: { label: 'mySurveys', icon: 'check', place: 'menu' },
  }),
  memberRules: screen({
    path: '/patient/$memberId/rules',
    frame: '/patient/$memberId',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/rules/member-rules-screen.tsx').then((module) => module.MemberRulesScreen),
  }),
  memberPrivacy: screen({
    path: '/patient/$memberId/privacy',
    frame: '/patient/$memberId',
    gate: 'own',
    search: anySearch,
    load: () => import('#features/own-privacy/own-privacy-screen.tsx').then((module) => module.OwnPrivacyScreen),
    nav: { label: 'myPrivacy', icon: 'person', place: 'menu' },
  }),
  memberTeam: screen({
    path: '/patient/$memberId/team',
    frame: '/patient/$memberId',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/patient-team/patient-team-screen.tsx').then((module) => module.PatientTeamScreen),
  }),
  memberTimeline: screen({
    path: '/patient/$memberId/timeline',
    frame: '/patient/$memberId',
    gate: 'clinician',
    when: { flag: 'careTeam', is: true, otherwise: '/patient/$memberId/summary' },
    search: timelineSearch,
    load: () => import('./communications/timeline-with-tabs.tsx').then((module) => module.TimelineWithTabs),
  }),
  /** The place for those to whom /dashboard is closed, administrators and members. In their menus. */
  security: screen({
    path: '/account/security',
    gate: 'everybody',
    search: anySearch,
    load: () => import('#features/account-security/account-security-screen.tsx').then((module) => module.AccountSecurityScreen),
    nav: { label: 'security', icon: 'lock', place: 'menu', unless: 'clinician' },
  }),
} as const;

/**
 * The screens that stand in the menus of somebody with these gates, and where each leads. A screen that is there while a flag
 * is on is in no menu while it is off; one that gives way to another leads there by itself. The palette has all of them.
 */
export function navigationOf(gates: Gates, userId: string, flags: FeatureFlags | undefined) {
  return Object.entries<Listed>(screens).flatMap(([id, { path, gate, nav, when }]) => {
    if (!nav || (when?.is && !flagStands(when, flags)) || (nav.unless && gates[nav.unless])) return [];
    const isStaff = gates.clinician || gates.admin;
    const open = gate === 'everybody' || (gate === 'staff' ? isStaff : gate === 'member' || gate === 'own' ? gates.patient : gates[gate]);
    return open ? [{ id, to: path.replace('$memberId', userId), ...nav }] : [];
  });
}

/** The screens that stand in a frame side by side, in the order of the table; the frame itself leads to the first. */
export function subpagesOf(frame: AreaOfSubpages) {
  return Object.values(screens).flatMap((row) => (row.frame === frame && row.subpage ? [{ path: row.path, label: row.subpage }] : []));
}

export type AreaOfSubpages = '/admin/members' | '/admin/staff';

type Listed = Pick<ScreenRow<string, never, string>, 'path' | 'gate' | 'nav' | 'when'>;
