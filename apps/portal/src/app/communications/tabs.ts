import type { AsyncRouteComponent } from '@tanstack/react-router';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { type ComponentType, useMemo } from 'react';
import { useConfiguration } from '#lib/configuration.ts';
import { useSession } from '#lib/session/session.ts';
import type { IconName } from '#ui/icons.tsx';
import { lazyComponent } from '../screen.ts';

/** What a tab is told about the member whose page is open. */
export interface TabProps {
  readonly memberId: string;
  /** For whoever writes about the member; the panel may cover the page that says it. */
  readonly memberName: string;
  readonly zone: string;
  /** The member looks at the own page. */
  readonly own: boolean;
  /** It was opened to be written in. */
  readonly takesFocus?: boolean;
}

/** One tab of the communications panel: a row here and a feature behind it. */
interface CommunicationsTab {
  /** Also the key of its label among the messages. */
  readonly id: 'messaging' | 'notes' | 'calls' | 'actions' | 'appointments';
  readonly icon: IconName;
  /** It is the care team's own work: the member does not see it on the own page. */
  readonly staffOnly?: boolean;
  /** It is the member's own affair: the care team has a calendar for it. */
  readonly ownOnly?: boolean;
  /** It is there for those who take part in conversations, where the tenant lets its people write to each other. */
  readonly forTalking?: boolean;
  readonly Panel: AsyncRouteComponent<TabProps>;
  /** What the button that opens it says beside the label. */
  readonly Hint: ComponentType<{ readonly memberId: string }>;
}

/** The tabs in their order (specification: Messaging, Notes, Voice & Video). */
export const communicationsTabs: readonly CommunicationsTab[] = [
  {
    id: 'messaging',
    icon: 'message',
    forTalking: true,
    Panel: lazyComponent<TabProps>(() => import('./messaging-with-calls.tsx').then((module) => module.MessagingWithCalls)),
    Hint: lazyComponent<{ memberId: string }>(() => import('#features/chat/unread-hint.tsx').then((module) => module.UnreadHint)),
  },
  {
    id: 'notes',
    icon: 'note',
    Panel: lazyComponent<TabProps>(() => import('#features/notes/notes-panel.tsx').then((module) => module.NotesPanel)),
    Hint: lazyComponent<{ memberId: string }>(() => import('#features/notes/last-note.tsx').then((module) => module.LastNote)),
  },
  {
    id: 'calls',
    icon: 'phone',
    forTalking: true,
    Panel: lazyComponent<TabProps>(() => import('#features/calls/calls-panel.tsx').then((module) => module.CallsPanel)),
    Hint: lazyComponent<{ memberId: string }>(() => import('#features/calls/on-call-hint.tsx').then((module) => module.OnCallHint)),
  },
  {
    id: 'actions',
    icon: 'check',
    staffOnly: true,
    Panel: lazyComponent<TabProps>(() => import('#features/actions/actions-panel.tsx').then((module) => module.ActionsPanel)),
    Hint: lazyComponent<{ memberId: string }>(() => import('#features/actions/open-actions.tsx').then((module) => module.OpenActions)),
  },
  {
    id: 'appointments',
    icon: 'calendar',
    ownOnly: true,
    Panel: lazyComponent<TabProps>(() =>
      import('#features/appointments/appointments-panel.tsx').then((module) => module.AppointmentsPanel),
    ),
    Hint: lazyComponent<{ memberId: string }>(() =>
      import('#features/appointments/next-appointment.tsx').then((module) => module.NextAppointment),
    ),
  },
];

/** The tabs that the person sees: on the own page not the care team's, elsewhere not the member's. */
export function useTabs(own: boolean): readonly CommunicationsTab[] {
  const talks = useTalks(own);
  return useMemo(
    () => communicationsTabs.filter(({ staffOnly, ownOnly, forTalking }) => (own ? !staffOnly : !ownOnly) && (talks || !forTalking)),
    [own, talks],
  );
}

/** Whether the person takes part in conversations: the care team and, on the own page, the member. Observers and administrators do not. */
export function useTalks(own: boolean): boolean {
  const { roles } = useSession().tenant;
  const { chat } = useConfiguration().tenant;
  return chat !== 'OFF' && ((own && roles.includes('patient')) || roles.some((role) => (careTeamRoles as readonly Role[]).includes(role)));
}

export type TabId = CommunicationsTab['id'];
