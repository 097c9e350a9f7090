import { getCapabilityStatement, postBundle, postObservation } from '@vigil/contract/fhir.contract';
import { type RequestContext, type Route, route, tenantOf, WrittenAnswer } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { Delivery } from '../delivery.ts';
import type { LargeBodies } from '../large-bodies/large-bodies.ts';
import type { Members } from '../members.ts';
import type { ReadingCounter } from '../reading-counter.ts';
import { readBundle } from './bundle.ts';
import { capabilityStatement } from './capability-statement.ts';
import type { FhirReading } from './check-observations.ts';
import { createMemberLookup } from './member-lookup.ts';
import { readOneObservation, refusedConditionalCreate } from './one-observation.ts';

export interface FhirRoutesDependencies {
  readonly delivery: Delivery;
  readonly members: Members;
  readonly clock: Clock;
  readonly large: LargeBodies;
  readonly counter: ReadingCounter;
  /** Host of the address under which this server is known. */
  readonly publicHost: string;
}

export function fhirRoutes({ delivery, members, clock, large, counter, publicHost }: FhirRoutesDependencies): readonly Route[] {
  const statement = capabilityStatement(new Date(clock.now()).toISOString());
  const lookupOf = (context: RequestContext) => createMemberLookup({ members, nowMs: clock.now(), publicHost }, context);

  async function store({ status, location, groups, counts }: Omit<FhirReading, 'resource'>, context: RequestContext): Promise<void> {
    // A Bundle of which nothing is stored may have named nobody.
    if (groups.length === 0) context.auditMembers([]);
    else await delivery.deliver(tenantOf(context).id, context.caller, groups);
    counter.count('fhir', counts);
    context.reply.code(status);
    if (location) context.reply.header('location', location);
  }
  async function answer(reading: FhirReading, context: RequestContext) {
    await store(reading, context);
    return reading.resource;
  }
  const isConditional = (context: RequestContext) => context.request.headers['if-none-exist'] !== undefined;
  const largeOf = (endpoint: typeof postBundle | typeof postObservation) => ({
    aboveBytes: large.aboveBytes.fhir,
    handler: async ({ bytes }: { readonly bytes: Buffer }, context: RequestContext) => {
      if (endpoint === postObservation && isConditional(context)) return answer(refusedConditionalCreate(), context);
      const { payload, ...reading } = await large.readFhir(endpoint.id, bytes, lookupOf(context), context);
      await store(reading, context);
      return new WrittenAnswer(payload);
    },
  });

  return [
    route(getCapabilityStatement, async () => statement),
    route(postBundle, async ({ body }, context) => answer(await readBundle(lookupOf(context), body), context), largeOf(postBundle)),
    route(
      postObservation,
      async ({ body }, context) =>
        answer(isConditional(context) ? refusedConditionalCreate() : await readOneObservation(lookupOf(context), body), context),
      largeOf(postObservation),
    ),
  ];
}
