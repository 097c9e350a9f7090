import { userAdmin } from '@vigil/contract';
import type { Realm } from '@vigil/contract/user-admin.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { session } from '#lib/session/session.ts';
import type { OnboardingSearch } from '../onboarding-search.ts';

const params = () => ({ tenantId: session.get()?.tenant.tenant_ID ?? '' });

/** A page of those who are on the way. */
export const onboardingQuery = (realm: Realm, { page, size, stage, q }: OnboardingSearch) =>
  endpointQuery(
    userAdmin.listOnboarding,
    { params: params(), query: { realm, page: page - 1, size, ...(stage && { stage }), ...(q.trim() && { partOfName: q.trim() }) } },
    { quiet: true },
  );

/** Ways in which a link can leave this server. */
export const channelsQuery = () => endpointQuery(userAdmin.listChannels, { params: params() }, { quiet: true });

/** What nothing carries. */
export const outboxQuery = (page: number) =>
  endpointQuery(userAdmin.listOutbox, { params: params(), query: { page: page - 1, size: 20 } }, { quiet: true });
