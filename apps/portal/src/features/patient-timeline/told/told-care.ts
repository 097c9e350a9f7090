import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { fullName } from '#ui/person.tsx';
import type { Words } from './told-alert.ts';
import type { ToldEntry } from './told-entry.ts';

type Told = Omit<ToldEntry, 'who'>;

export function toldCall(call: NonNullable<TimelineEntry['call']>, { clinician }: TimelineEntry, t: Words): Told {
  return {
    icon: 'phone',
    headline: t(call.isVideoCall ? 'videoCall' : 'call', { name: clinician ? fullName(clinician) : t('unknown') }),
    detail:
      call.duration === null ? t(`callEnd.${call.endResult}`) : t('minutes', { count: Math.max(1, Math.round(call.duration / 60_000)) }),
    tab: 'calls',
  };
}

/** A task is called as whoever noted it called it. */
export function toldTask({ type, seconds }: NonNullable<TimelineEntry['task']>, t: Words): Told {
  return {
    icon: 'check',
    headline: (type.charAt(0) + type.slice(1).toLowerCase()).replaceAll('_', ' '),
    detail: seconds === null ? null : t('minutes', { count: Math.max(1, Math.round(seconds / 60)) }),
  };
}

const careKinds = ['ASSIGNED', 'UNASSIGNED', 'TEAM_JOINED', 'TEAM_LEFT'] as const;

/** Who came to look after the member, and who left. */
export function toldCare({ kind, clinician, teamType, assignmentType, careTeam }: TimelineEntry, t: Words): Told {
  const care = careKinds.find((one) => one === kind) ?? 'ASSIGNED';
  const isTeam = care === 'TEAM_JOINED' || care === 'TEAM_LEFT';
  const name = isTeam ? (careTeam?.name ?? t('unknown')) : clinician ? fullName(clinician) : t('unknown');
  return {
    icon: 'members',
    headline: t(`care.${care}`, { name }),
    detail: isTeam
      ? null
      : [t(teamType === 'SUPPORT' ? 'support' : 'primary'), ...(assignmentType === 'TRANSFER_ASSIGNMENT' ? [t('takenOver')] : [])].join(
          ' · ',
        ),
    link: { page: 'team', search: {} },
  };
}
