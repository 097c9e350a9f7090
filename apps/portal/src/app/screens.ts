import { memberListSearch, staffListSearch } from '#features/admin-accounts/account-list-search.ts';
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
  /** The subpages of members and of staff, in the order of their navigation: the first one is the default. */
  memberList: screen({
    path: '/admin/members/member-list',
    frame: '/admin/members',
    gate: 'admin',
    search: memberListSearch,
    load: () => import('#features/admin-accounts/member-list-screen.tsx').then((module) => module.MemberListScreen),
    nav: { label: 'members', icon: 'person', inHeader: true, to: '/admin/members' },
    subpage: 'memberList',
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
