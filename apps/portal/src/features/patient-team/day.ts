import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '#lib/member.ts';

/** The zone that a member's days and times are told in; undefined while it is not known. */
export const useZoneOf = (memberId: string): string | undefined => useQuery(accountQuery(memberId)).data?.languageRegion.timezone;

/** A day of the member's as lists of assignments write it. Unix milliseconds. */
export const dayOf = (atMs: number, zone: string): string =>
  new Date(atMs).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: zone });
