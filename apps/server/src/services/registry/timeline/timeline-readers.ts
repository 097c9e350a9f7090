import { type TimelineFilter, timelineFilters } from '@vigil/contract/registry-timeline.values';
import { careTeamRoles, clinicalStaffRoles, type Role, staffRoles } from '@vigil/domain/roles';

/** Who may read each kind: whoever may read it by the calls of the service that it comes from. A test holds this against the contract. */
export const readersOf: Readonly<Record<TimelineFilter, readonly Role[]>> = {
  alerts: clinicalStaffRoles,
  notes: clinicalStaffRoles,
  messages: careTeamRoles,
  calls: careTeamRoles,
  surveys: clinicalStaffRoles,
  readings: clinicalStaffRoles,
  programs: clinicalStaffRoles,
  tasks: staffRoles,
  team: staffRoles,
};

/** What somebody with these roles may read, in the order in which it is told. */
export const readableBy = (roles: readonly Role[]): readonly TimelineFilter[] =>
  timelineFilters.filter((filter) => roles.some((role) => readersOf[filter].includes(role)));
