import type { Activity } from '@vigil/contract/activities.contract';
import { careTeamRole, careTeamRoles } from '@vigil/domain/roles';
import type { PersonName } from '#people/index.ts';
import type { ActivityRow } from './activities.store.ts';

type Names = (userId: string) => PersonName;

/** A row as the contract answers it. */
export function activityOf(row: ActivityRow, names: Names): Activity {
  const { dayPart, timeOfDay, frequency } = row;
  return {
    id: row.id,
    status: row.status,
    contentType: row.contentType,
    activityType: row.activityType,
    from: activityDate(row.fromDate),
    to: activityDate(row.toDate),
    timestamp: row.at / 1000,
    tz: row.timeZone,
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    schedule: frequency === null ? null : { frequency },
    when: dayPart === null && timeOfDay === null ? null : { dayPart, time: timeOfDay },
    activityDetails: row.details,
    activities: row.parts.map(({ title, description, dayPart: part, time, imageUrl }) => ({
      title,
      description,
      when: part === null && time === null ? null : { dayPart: part, time },
      activityDetails: imageUrl === null ? {} : { imageUrl },
    })),
    loggedBy: doneBy(row.loggedBy, row.userId, names),
    loggedAt: row.loggedAt,
    takenBack:
      row.takenBackBy === null || row.takenBackAt === null
        ? null
        : { by: doneBy(row.takenBackBy, row.userId, names), at: row.takenBackAt, reason: row.takenBackReason },
  };
}

/** yyyy-MM-dd as MM-dd-yyyy. */
const activityDate = (date: string) => `${date.slice(5)}-${date.slice(0, 4)}`;

function doneBy(id: string, memberId: string, names: Names): Activity['loggedBy'] {
  const { givenName: firstName, familyName: lastName, roles } = names(id);
  if (id === memberId) return { id, firstName, lastName, role: 'patient' };
  const role = careTeamRole(roles);
  // Somebody who has left the care team since has logged as its member.
  return { id, firstName, lastName, role: careTeamRoles.find((one) => one === role) ?? 'clinician' };
}

/** What stands as the reason beside a reading whose taker-back gave none. */
export const takenBackReason = (by: string, memberId: string): string =>
  by === memberId ? 'Taken back by the member' : 'Taken back by the care team';
