import { getCapabilityStatement, postBundle, postObservation } from '@vigil/contract/fhir.contract';
import { type Route, route } from '#http/route.ts';
import { takeInBundle } from './bundle.ts';
import { capabilityStatement } from './capability-statement.ts';
import { fault, operationOutcome } from './outcome.ts';
import { createJudge, type FhirDependencies, takeIn } from './take-in.ts';

export function fhirRoutes(deps: FhirDependencies): readonly Route[] {
  const statement = capabilityStatement(new Date(deps.clock.now()).toISOString());
  return [
    route(getCapabilityStatement, async () => statement),

    route(postBundle, async ({ body }, context) => {
      const { status, resource } = await takeInBundle(deps, context, body);
      context.reply.code(status);
      return resource;
    }),

    route(postObservation, async ({ body }, context) => {
      if (body.resourceType !== 'Observation') {
        context.reply.code(400);
        return operationOutcome([
          fault('invalid', 'Observation.resourceType', 'This call takes an Observation; send Bundles to the base address'),
        ]);
      }
      const judged = await createJudge(deps, context)(body);
      if (!judged.ok) {
        context.reply.code(Number.parseInt(judged.status, 10));
        return operationOutcome(judged.issues);
      }
      await takeIn(deps, context, [judged]);
      context.reply.code(201).header('location', `/fhir/R4/Observation/${judged.id}`);
      return { ...body, id: judged.id };
    }),
  ];
}
