import type { People } from '#people/index.ts';

/** What intake asks about the members that readings are about. */
export type Members = Pick<People, 'identifiersOf' | 'isMember' | 'membersByMrn' | 'otherMembersKnownBy' | 'timeZoneOf'>;
