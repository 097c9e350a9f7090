import type { FeatureFlags } from '@vigil/contract/configurator.contract';
import { memberListSearch, staffListSearch } from '#features/admin-accounts/account-list-search.ts';
import { auditSearch } from '#features/admin-audit/audit-search.ts';
import { onboardingSearch } from '#features/admin-invitations/onboarding-search.ts';
import { teamsSearch } from '#features/admin-teams/teams-search.ts';
import { careTeamSearch } from '#features/care-team/care-team-search.ts';
import { panelSearch } from '#features/panel/panel-search.ts';
import type { Gates } from './gates.ts';
import { anySearch, flagStands, type ScreenRow, screen } from './screen.ts';

/** The screens of the portal, in the order of the menus: one row a screen, which routes, header, account menu and palette read. */
export const screens = {
  panel: screen({
    path: '/dashboard/panel',
    gate: 'clinician',
    search: panelSearch,
    load: () => import('#features/panel/panel-screen.tsx').then((module) => module.PanelScreen),
    nav: { label: 'panel', icon: 'members', inHeader: true },
  }),
  account: screen({
    path: '/dashboard/account',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/account/account-screen.tsx').then((module) => module.AccountScreen),
    nav: { label: 'ownAccount', icon: 'person', inHeader: false },
  }),
  support: screen({
    path: '/dashboard/support',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/support/support-screen.tsx').then((module) => module.SupportScreen),
    nav: { label: 'support', icon: 'question', inHeader: false },
  }),
  careTeam: screen({
    path: '/dashboard/team',
    gate: 'clinician',
    when: { flag: 'newCareTeam', is: false, otherwise: '/dashboard/team/staff' },
    search: careTeamSearch,
    load: () => import('#features/care-team/care-team-screen.tsx').then((module) => module.CareTeamScreen),
    nav: { label: 'team', icon: 'members', inHeader: false },
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
    nav: { label: 'members', icon: 'person', inHeader: true, to: '/admin/members' },
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
    nav: { label: 'portalUsers', icon: 'members', inHeader: true, to: '/admin/staff' },
    subpage: 'staffList',
  }),
  teams: screen({
    path: '/admin/teams/list',
    gate: 'admin',
    when: { flag: 'careTeam', is: true, otherwise: '/admin' },
    search: teamsSearch,
    load: () => import('#features/admin-teams/teams-screen.tsx').then((module) => module.TeamsScreen),
    nav: { label: 'teams', icon: 'members', inHeader: false },
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
    nav: { label: 'settings', icon: 'sliders', inHeader: false },
  }),
  audit: screen({
    path: '/admin/audit',
    gate: 'admin',
    search: auditSearch,
    load: () => import('#features/admin-audit/audit-screen.tsx').then((module) => module.AuditScreen),
    nav: { label: 'audit', icon: 'clock', inHeader: false },
  }),
  /** Below the account page of clinicians, which leads there. */
  dashboardSecurity: screen({
    path: '/dashboard/account/security',
    gate: 'clinician',
    search: anySearch,
    load: () => import('#features/account-security/account-security-screen.tsx').then((module) => module.AccountSecurityScreen),
    nav: { label: 'security', icon: 'lock', inHeader: false, paletteOnly: true },
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
    load: () => import('#features/patient-data/patient-data-screen.tsx').then((module) => module.PatientDataScreen),
    nav: { label: 'myData', icon: 'activity', inHeader: false },
  }),
  memberAnalysis: screen({
    path: '/patient/$memberId/analysis',
    frame: '/patient/$memberId',
    gate: 'member',
    /** The analysis keeps its range, metrics and evidence here and checks them itself. */
    search: anySearch,
    load: () => import('#features/patient-analysis/analysis-screen.tsx').then((module) => module.AnalysisScreen),
    nav: { label: 'myAnalysis', icon: 'sliders', inHeader: false },
  }),
  memberHealthReport: screen({
    path: '/patient/$memberId/reports',
    frame: '/patient/$memberId',
    gate: 'own',
    search: anySearch,
    load: () => import('#features/health-report/report-screen.tsx').then((module) => module.HealthReportScreen),
    nav: { label: 'myReport', icon: 'note', inHeader: false },
  }),
  memberLogging: screen({
    path: '/patient/$memberId/log',
    frame: '/patient/$memberId',
    gate: 'member',
    search: anySearch,
    load: () => import('#features/logging/logging-screen.tsx').then((module) => module.LoggingScreen),
    nav: { label: 'myLog', icon: 'plus', inHeader: false },
  }),
  memberPrivacy: screen({
    path: '/patient/$memberId/privacy',
    frame: '/patient/$memberId',
    gate: 'own',
    search: anySearch,
    load: () => import('#features/own-privacy/own-privacy-screen.tsx').then((module) => module.OwnPrivacyScreen),
    nav: { label: 'myPrivacy', icon: 'person', inHeader: false },
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
    when: { flag: 'careTeam', is: true, otherwise: '/patient/$memberId/data' },
    search: anySearch,
    load: () => import('#features/patient-team/timeline-screen.tsx').then((module) => module.TimelineScreen),
  }),
  /** The place for those to whom /dashboard is closed, administrators and members. In their menus. */
  security: screen({
    path: '/account/security',
    gate: 'everybody',
    search: anySearch,
    load: () => import('#features/account-security/account-security-screen.tsx').then((module) => module.AccountSecurityScreen),
    nav: { label: 'security', icon: 'lock', inHeader: false, unless: 'clinician' },
  }),
} as const;

/**
 * The screens that stand in the menus of somebody with these gates, and where each leads. A screen that is there while a flag
 * is on is in no menu while it is off; one that gives way to another leads there by itself. The palette has all of them, the
 * account menu those that are not `paletteOnly`.
 */
export function navigationOf(gates: Gates, userId: string, flags: FeatureFlags | undefined) {
  return Object.entries<Listed>(screens).flatMap(([id, { path, gate, nav, when }]) => {
    if (!nav || (when?.is && !flagStands(when, flags)) || (nav.unless && gates[nav.unless])) return [];
    const open = gate === 'everybody' || (gate === 'member' || gate === 'own' ? gates.patient : gates[gate]);
    return open ? [{ id, to: path.replace('$memberId', userId), ...nav }] : [];
  });
}

/** The screens that stand in a frame side by side, in the order of the table; the frame itself leads to the first. */
export function subpagesOf(frame: AreaOfSubpages) {
  return Object.values(screens).flatMap((row) => (row.frame === frame && row.subpage ? [{ path: row.path, label: row.subpage }] : []));
}

export type AreaOfSubpages = '/admin/members' | '/admin/staff';

type Listed = Pick<ScreenRow<string, never, string>, 'path' | 'gate' | 'nav' | 'when'>;
