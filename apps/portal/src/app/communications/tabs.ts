import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
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
}

/** One tab of the communications panel: a row here and a feature behind it. */
interface CommunicationsTab {
  /** Also the key of its label among the messages. */
  readonly id: 'notes' | 'actions' | 'appointments';
  readonly icon: IconName;
  /** It is the care team's own work: the member does not see it on the own page. */
  readonly staffOnly?: boolean;
  /** It is the member's own affair: the care team has a calendar for it. */
  readonly ownOnly?: boolean;
  readonly Panel: AsyncRouteComponent<TabProps>;
  /** What the button that opens it says beside the label. */
  readonly Hint: ComponentType<{ readonly memberId: string }>;
}

/** The tabs in their order (specification: Messaging, Notes, Voice & Video). */
export const communicationsTabs: readonly CommunicationsTab[] = [
  {
    id: 'notes',
    icon: 'note',
    Panel: lazyComponent<TabProps>(() => import('#features/notes/notes-panel.tsx').then((module) => module.NotesPanel)),
    Hint: lazyComponent<{ memberId: string }>(() => import('#features/notes/last-note.tsx').then((module) => module.LastNote)),
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

/** Those that somebody sees: on the own page not the care team's, elsewhere not the member's. */
export const tabsFor = (own: boolean): readonly CommunicationsTab[] =>
  communicationsTabs.filter(({ staffOnly, ownOnly }) => (own ? !staffOnly : !ownOnly));

export type TabId = CommunicationsTab['id'];
