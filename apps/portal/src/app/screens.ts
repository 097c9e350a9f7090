import { auditSearch } from '#features/admin-audit/audit-search.ts';
import { memberListSearch } from '#features/admin-members/member-list-search.ts';
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
  members: screen({
    path: '/admin/members',
    gate: 'admin',
    search: memberListSearch,
    load: () => import('#features/admin-members/member-list-screen.tsx').then((module) => module.MemberListScreen),
    nav: { label: 'members', icon: 'person', inHeader: true },
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
  memberPrivacy: screen({
    path: '/patient/$memberId/privacy',
    frame: '/patient/$memberId',
    gate: 'own',
    search: anySearch,
    load: () => import('#features/own-privacy/own-privacy-screen.tsx').then((module) => module.OwnPrivacyScreen),
    nav: { label: 'myPrivacy', icon: 'person', inHeader: false },
  }),
} as const;

/** The screens that stand in the menus of somebody with these gates, and where each leads. */
export function navigationOf(gates: Gates, userId: string) {
  return Object.entries(screens).flatMap(([id, { path, gate, nav }]) => {
    if (!nav) return [];
    const open = gate === 'member' || gate === 'own' ? gates.patient : gates[gate];
    return open ? [{ id, to: path.replace('$memberId', userId), ...nav }] : [];
  });
}
