import { memberListSearch, staffListSearch } from '#features/admin-accounts/account-list-search.ts';
import { onboardingSearch } from '#features/admin-invitations/onboarding-search.ts';
import { panelSearch } from '#features/panel/panel-search.ts';
import type { Gates } from './gates.ts';
import { anySearch, screen } from './screen.ts';

/** The screens of the portal, in the order of the menus: one row a screen, which routes, header, account menu and palette read. */
export const screens = {
  panel: screen({
    path: '/dashboard/panel',
    gate: 'clinician',
    search: panelSearch,
    load: () => import('#features/panel/panel-screen.tsx').then((module) => module.PanelScreen),
    nav: { label: 'panel', icon: 'members', inHeader: true },
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
  settings: screen({
    path: '/admin/settings',
    gate: 'admin',
    search: anySearch,
    load: () => import('#features/settings/settings-screen.tsx').then((module) => module.SettingsScreen),
    nav: { label: 'settings', icon: 'sliders', inHeader: false },
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
} as const;

/** The screens that stand in the menus of somebody with these gates, and where each leads. */
export function navigationOf(gates: Gates, userId: string) {
  return Object.entries(screens).flatMap(([id, { path, gate, nav }]) => {
    if (!nav) return [];
    const open = gate === 'member' ? gates.patient : gates[gate];
    return open ? [{ id, to: path.replace('$memberId', userId), ...nav }] : [];
  });
}

/** The screens that stand in a frame side by side, in the order of the table; the frame itself leads to the first. */
export function subpagesOf(frame: AreaOfSubpages) {
  return Object.values(screens).flatMap((row) => (row.frame === frame && row.subpage ? [{ path: row.path, label: row.subpage }] : []));
}

export type AreaOfSubpages = '/admin/members' | '/admin/staff';
