import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { CommunicationsButtons, WithCommunications } from './communications/communications.tsx';
import { homeOf } from './gates.ts';
import { closePatientTab, openPatientTab } from './patient-tabs.ts';
import { lazyComponent, type RouteContext } from './screen.ts';
import { ScreenFailed, ScreenPending } from './screen-states.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell.tsx';

/** The own page needs no tab. */
const noTab = () => undefined;
const to = (path: string) => () => {
  throw redirect({ to: path, replace: true });
};

/**
 * The routes of the table of screens. A path that no line names falls to the last line of its part, and outside of every part
 * to `/`. Areas of the specification that are not built yet fall the same way, so that an old bookmark never ends on an error.
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

const panel = createRoute({ getParentRoute: () => root, ...screens.panel.route });
const dashboardRest = createRoute({ getParentRoute: () => root, path: '/dashboard/$', beforeLoad: to('/dashboard/panel') });

const PatientFrame = lazyComponent(() => import('#features/patient/patient-frame.tsx').then((module) => module.PatientFrame));
/** Around the pages of one member. */
const patient = createRoute({
  getParentRoute: () => root,
  path: '/patient/$memberId',
  component: Object.assign(
    function PatientRoute() {
      const { memberId } = patient.useParams();
      const { userId } = patient.useRouteContext();
      const own = memberId === userId;
      return (
        <WithCommunications memberId={memberId} own={own}>
          <PatientFrame
            key={memberId}
            memberId={memberId}
            own={own}
            onFound={own ? noTab : openPatientTab}
            onMissing={closePatientTab}
            tools={<CommunicationsButtons memberId={memberId} />}
          >
            <Outlet />
          </PatientFrame>
        </WithCommunications>
      );
    },
    { preload: () => PatientFrame.preload?.() ?? Promise.resolve() },
  ),
});
const patientData = createRoute({ getParentRoute: () => patient, ...screens.memberData.route });
const patientPrivacy = createRoute({ getParentRoute: () => patient, ...screens.memberPrivacy.route });
const toData = ({ params }: { params: { memberId: string } }) => {
  throw redirect({ to: '/patient/$memberId/data', params: { memberId: params.memberId }, replace: true });
};
const patientDefault = createRoute({ getParentRoute: () => patient, path: '/', beforeLoad: toData });
const patientRest = createRoute({ getParentRoute: () => patient, path: '$', beforeLoad: toData });

const members = createRoute({ getParentRoute: () => root, ...screens.members.route });
const settings = createRoute({ getParentRoute: () => root, ...screens.settings.route });
const audit = createRoute({ getParentRoute: () => root, ...screens.audit.route });
const adminRest = createRoute({ getParentRoute: () => root, path: '/admin/$', beforeLoad: to('/admin/members') });

const anyOther = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: to('/') });

const routeTree = root.addChildren([
  home,
  panel,
  dashboardRest,
  patient.addChildren([patientDefault, patientData, patientPrivacy, patientRest]),
  members,
  settings,
  audit,
  adminRest,
  anyOther,
]);

/** How long the screen before stays while the next one's code is on its way. Milliseconds. */
const pendingMs = 300;

export function createPortalRouter(context: RouteContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    defaultOnCatch: (error) => console.error('A screen failed', error),
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
