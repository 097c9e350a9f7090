import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { memberListSearch } from '#features/admin-members/member-list-search.ts';
import { panelSearch } from '#features/panel/panel-search.ts';
import { lazyScreen } from '#lib/lazy-screen.ts';
import { Boundary } from './boundary.tsx';
import { type Gates, homeOf, mayOpenMember } from './gates.ts';
import { closePatientTab, openPatientTab } from './patient-tabs.ts';
import { Shell } from './shell.tsx';
import { noteTurnedAway } from './turned-away.ts';

/** What the gates ask. */
interface RouteContext {
  readonly userId: string;
  readonly gates: Gates;
}

const PanelScreen = lazyScreen(() => import('#features/panel/panel-screen.tsx'), 'PanelScreen');
const MemberListScreen = lazyScreen(() => import('#features/admin-members/member-list-screen.tsx'), 'MemberListScreen');
const PatientFrame = lazyScreen(() => import('#features/patient/patient-frame.tsx'), 'PatientFrame');
const PatientDataScreen = lazyScreen(() => import('#features/patient-data/patient-data-screen.tsx'), 'PatientDataScreen');

const clinicianOnly = ({ context }: { context: RouteContext }) => {
  if (!context.gates.clinician) throw redirect({ to: '/', replace: true });
};
const adminOnly = ({ context }: { context: RouteContext }) => {
  if (!context.gates.admin) throw redirect({ to: '/', replace: true });
};
/** The own page needs no tab. */
const noTab = () => undefined;
const to = (path: string) => () => {
  throw redirect({ to: path, replace: true });
};

/**
 * The route table. A path that no line names falls to the last line of its part, and outside of every part to `/`.
 * Areas of the specification that are not built yet fall the same way, so that an old bookmark never ends on an error.
 */
const root = createRootRouteWithContext<RouteContext>()({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>) => (typeof search.patientId === 'string' ? { patientId: search.patientId } : {}),
  beforeLoad: ({ context, search }) => {
    const linked = 'patientId' in search ? search.patientId : undefined;
    throw redirect({ to: linked ? `/patient/${linked}` : homeOf(context.gates, context.userId), replace: true });
  },
});

const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', beforeLoad: clinicianOnly, component: Outlet });
const panel = createRoute({
  getParentRoute: () => dashboard,
  path: '/panel',
  validateSearch: panelSearch,
  component: () => (
    <Boundary>
      <PanelScreen />
    </Boundary>
  ),
});
const dashboardDefault = createRoute({ getParentRoute: () => dashboard, path: '/', beforeLoad: to('/dashboard/panel') });
const dashboardRest = createRoute({ getParentRoute: () => dashboard, path: '$', beforeLoad: to('/dashboard/panel') });

const patient = createRoute({
  getParentRoute: () => root,
  path: '/patient/$memberId',
  beforeLoad: ({ context, params, preload }) => {
    if (mayOpenMember(context.gates, context.userId, params.memberId)) return;
    if (!preload) noteTurnedAway();
    throw redirect({ to: '/', replace: true });
  },
  component: function PatientRoute() {
    const { memberId } = patient.useParams();
    const { userId } = patient.useRouteContext();
    const own = memberId === userId;
    return (
      <Boundary>
        <PatientFrame key={memberId} memberId={memberId} own={own} onFound={own ? noTab : openPatientTab} onMissing={closePatientTab}>
          <Outlet />
        </PatientFrame>
      </Boundary>
    );
  },
});
const patientData = createRoute({
  getParentRoute: () => patient,
  path: '/data',
  /** The data screen keeps its range, metrics and zoom here and checks them itself. */
  validateSearch: (search: Record<string, unknown>) => search,
  component: function PatientDataRoute() {
    const { memberId } = patientData.useParams();
    return (
      <Boundary>
        <PatientDataScreen key={memberId} memberId={memberId} />
      </Boundary>
    );
  },
});
const toData = ({ params }: { params: { memberId: string } }) => {
  throw redirect({ to: '/patient/$memberId/data', params: { memberId: params.memberId }, replace: true });
};
const patientDefault = createRoute({ getParentRoute: () => patient, path: '/', beforeLoad: toData });
const patientRest = createRoute({ getParentRoute: () => patient, path: '$', beforeLoad: toData });

const admin = createRoute({ getParentRoute: () => root, path: '/admin', beforeLoad: adminOnly, component: Outlet });
const adminMembers = createRoute({
  getParentRoute: () => admin,
  path: '/members',
  validateSearch: memberListSearch,
  component: () => (
    <Boundary>
      <MemberListScreen />
    </Boundary>
  ),
});
const adminDefault = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: to('/admin/members') });
const adminRest = createRoute({ getParentRoute: () => admin, path: '$', beforeLoad: to('/admin/members') });

const anyOther = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: to('/') });

const routeTree = root.addChildren([
  home,
  dashboard.addChildren([dashboardDefault, panel, dashboardRest]),
  patient.addChildren([patientDefault, patientData, patientRest]),
  admin.addChildren([adminDefault, adminMembers, adminRest]),
  anyOther,
]);

export function createPortalRouter(context: RouteContext) {
  return createRouter({ routeTree, context, defaultPreload: 'intent', defaultPendingMinMs: 0, scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
