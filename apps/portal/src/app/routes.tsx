import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { CallMember, CommunicationsButtons, WithCommunications } from './communications/communications.tsx';
import { homeOf } from './gates.ts';
import { AtAGlance, preloadGlance } from './glance/at-a-glance.tsx';
import { useMemberBar } from './member-bar/use-member-bar.ts';
import { closePatientTab, openPatientTab } from './patient-tabs.ts';
import { lazyComponent, type RouteContext } from './screen.ts';
import { ScreenFailed, ScreenPending } from './screen-states.tsx';
import { type AreaOfSubpages, screens, subpagesOf } from './screens.ts';
import { Shell } from './shell.tsx';
import { Subpages } from './subpages.tsx';

/** The own page needs no tab. */
const noTab = () => undefined;
const to = (path: string) => () => {
  throw redirect({ to: path, replace: true });
};

const firstOf = (area: AreaOfSubpages) => subpagesOf(area)[0]?.path ?? '/';

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

const today = createRoute({ getParentRoute: () => root, ...screens.today.route });
const panel = createRoute({ getParentRoute: () => root, ...screens.panel.route });
const cohorts = createRoute({ getParentRoute: () => root, ...screens.cohorts.route });
const newCohort = createRoute({ getParentRoute: () => root, ...screens.newCohort.route });
const cohort = createRoute({ getParentRoute: () => root, ...screens.cohort.route });
const programs = createRoute({ getParentRoute: () => root, ...screens.programs.route });
const program = createRoute({ getParentRoute: () => root, ...screens.program.route });
const rules = createRoute({ getParentRoute: () => root, ...screens.rules.route });
const newRule = createRoute({ getParentRoute: () => root, ...screens.newRule.route });
const rule = createRoute({ getParentRoute: () => root, ...screens.rule.route });
const ruleBacktest = createRoute({ getParentRoute: () => root, ...screens.ruleBacktest.route });
const onCall = createRoute({ getParentRoute: () => root, ...screens.onCall.route });
const handoff = createRoute({ getParentRoute: () => root, ...screens.handoff.route });
const handoffOne = createRoute({ getParentRoute: () => root, ...screens.handoffOne.route });
const burden = createRoute({ getParentRoute: () => root, ...screens.burden.route });
const calendar = createRoute({ getParentRoute: () => root, ...screens.calendar.route });
const account = createRoute({ getParentRoute: () => root, ...screens.account.route });
const support = createRoute({ getParentRoute: () => root, ...screens.support.route });
const openActions = createRoute({ getParentRoute: () => root, ...screens.openActions.route });
const surveys = createRoute({ getParentRoute: () => root, ...screens.surveys.route });
const careTeam = createRoute({ getParentRoute: () => root, ...screens.careTeam.route });
const careTeamStaff = createRoute({ getParentRoute: () => root, ...screens.careTeamStaff.route });
const careTeamOne = createRoute({ getParentRoute: () => root, ...screens.careTeamOne.route });
const dashboardRest = createRoute({ getParentRoute: () => root, path: '/dashboard/$', beforeLoad: to('/dashboard/today') });

const PatientFrame = lazyComponent(() => import('#features/patient/patient-frame.tsx').then((module) => module.PatientFrame));
/** Around the pages of one member. */
const patient = createRoute({
  getParentRoute: () => root,
  path: '/patient/$memberId',
  beforeLoad({ params, context }) {
    if (params.memberId === context.userId) preloadGlance();
  },
  component: Object.assign(
    function PatientRoute() {
      const { memberId } = patient.useParams();
      const { userId } = patient.useRouteContext();
      const own = memberId === userId;
      const hasBar = useMemberBar() && own;
      return (
        <WithCommunications memberId={memberId} own={own}>
          <PatientFrame
            key={memberId}
            memberId={memberId}
            own={own}
            onFound={own ? noTab : openPatientTab}
            onMissing={closePatientTab}
            glance={own && <AtAGlance memberId={memberId} />}
            hasPagesElsewhere={hasBar}
            tools={<CommunicationsButtons memberId={memberId} own={own} />}
            callButtons={own ? null : <CallMember memberId={memberId} />}
          >
            <Outlet />
          </PatientFrame>
        </WithCommunications>
      );
    },
    { preload: () => PatientFrame.preload?.() ?? Promise.resolve() },
  ),
});
const patientSummary = createRoute({ getParentRoute: () => patient, ...screens.memberSummary.route });
const patientHealthReport = createRoute({ getParentRoute: () => patient, ...screens.memberHealthReport.route });
const patientData = createRoute({ getParentRoute: () => patient, ...screens.memberData.route });
const patientAnalysis = createRoute({ getParentRoute: () => patient, ...screens.memberAnalysis.route });
const patientContent = createRoute({ getParentRoute: () => patient, ...screens.memberContent.route });
const patientTeam = createRoute({ getParentRoute: () => patient, ...screens.memberTeam.route });
const patientTimeline = createRoute({ getParentRoute: () => patient, ...screens.memberTimeline.route });
const patientLogging = createRoute({ getParentRoute: () => patient, ...screens.memberLogging.route });
const patientSurveys = createRoute({ getParentRoute: () => patient, ...screens.memberSurveys.route });
const patientRules = createRoute({ getParentRoute: () => patient, ...screens.memberRules.route });
const patientPrivacy = createRoute({ getParentRoute: () => patient, ...screens.memberPrivacy.route });
/** The member's own pages begin with the readings, the care team's with the summary. */
const toFirst = ({ params, context }: { params: { memberId: string }; context: RouteContext }) => {
  const first = context.gates.clinician && params.memberId !== context.userId ? '/patient/$memberId/summary' : '/patient/$memberId/data';
  throw redirect({ to: first, params: { memberId: params.memberId }, replace: true });
};
const patientDefault = createRoute({ getParentRoute: () => patient, path: '/', beforeLoad: toFirst });
const patientRest = createRoute({ getParentRoute: () => patient, path: '$', beforeLoad: toFirst });

const members = createRoute({
  getParentRoute: () => root,
  path: '/admin/members',
  component: () => <Subpages area="/admin/members" title="members" />,
});
const memberInvitation = createRoute({ getParentRoute: () => members, ...screens.memberInvitation.route });
const memberImport = createRoute({ getParentRoute: () => members, ...screens.memberImport.route });
const memberOnboarding = createRoute({ getParentRoute: () => members, ...screens.memberOnboarding.route });
const memberList = createRoute({ getParentRoute: () => members, ...screens.memberList.route });
const staff = createRoute({
  getParentRoute: () => root,
  path: '/admin/staff',
  component: () => <Subpages area="/admin/staff" title="portalUsers" />,
});
const staffInvitation = createRoute({ getParentRoute: () => staff, ...screens.staffInvitation.route });
const staffImport = createRoute({ getParentRoute: () => staff, ...screens.staffImport.route });
const staffOnboarding = createRoute({ getParentRoute: () => staff, ...screens.staffOnboarding.route });
const staffList = createRoute({ getParentRoute: () => staff, ...screens.staffList.route });
const memberClinicians = createRoute({ getParentRoute: () => members, ...screens.memberClinicians.route });
/** The default subpage; a bookmark of the list from when it stood at `/admin/members` itself keeps its search and filters. */
const membersDefault = createRoute({
  getParentRoute: () => members,
  path: '/',
  beforeLoad: ({ search }) => {
    const wasList = Object.keys(search).length > 0;
    throw redirect(
      wasList ? { to: '/admin/members/member-list', search, replace: true } : { to: firstOf('/admin/members'), replace: true },
    );
  },
});
const membersRest = createRoute({ getParentRoute: () => members, path: '$', beforeLoad: () => to(firstOf('/admin/members'))() });
const staffDefault = createRoute({ getParentRoute: () => staff, path: '/', beforeLoad: () => to(firstOf('/admin/staff'))() });
const staffRest = createRoute({ getParentRoute: () => staff, path: '$', beforeLoad: () => to(firstOf('/admin/staff'))() });
const settings = createRoute({ getParentRoute: () => root, ...screens.settings.route });
const teams = createRoute({ getParentRoute: () => root, ...screens.teams.route });
const teamsDefault = createRoute({ getParentRoute: () => root, path: '/admin/teams', beforeLoad: to('/admin/teams/list') });
const teamCreation = createRoute({ getParentRoute: () => root, ...screens.teamCreation.route });
const team = createRoute({ getParentRoute: () => root, ...screens.team.route });
const audit = createRoute({ getParentRoute: () => root, ...screens.audit.route });
const adminRest = createRoute({ getParentRoute: () => root, path: '/admin/$', beforeLoad: to('/admin/members') });

const security = createRoute({ getParentRoute: () => root, ...screens.security.route });
const dashboardSecurity = createRoute({ getParentRoute: () => root, ...screens.dashboardSecurity.route });

const anyOther = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: to('/') });

const routeTree = root.addChildren([
  home,
  today,
  panel,
  cohorts,
  newCohort,
  cohort,
  programs,
  program,
  rules,
  newRule,
  rule,
  ruleBacktest,
  onCall,
  handoff,
  handoffOne,
  burden,
  calendar,
  account,
  support,
  dashboardSecurity,
  openActions,
  surveys,
  careTeam,
  careTeamStaff,
  careTeamOne,
  dashboardRest,
  patient.addChildren([
    patientDefault,
    patientSummary,
    patientHealthReport,
    patientData,
    patientAnalysis,
    patientContent,
    patientTeam,
    patientTimeline,
    patientLogging,
    patientSurveys,
    patientRules,
    patientPrivacy,
    patientRest,
  ]),
  members.addChildren([membersDefault, memberInvitation, memberImport, memberOnboarding, memberList, memberClinicians, membersRest]),
  staff.addChildren([staffDefault, staffInvitation, staffImport, staffOnboarding, staffList, staffRest]),
  teams,
  teamsDefault,
  teamCreation,
  team,
  settings,
  audit,
  adminRest,
  security,
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
