import * as configurator from './configurator.contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventsProcessor from './events-processor.contract.ts';
import * as fhir from './fhir.contract.ts';
import * as notary from './notary.contract.ts';
import * as privacy from './privacy.contract.ts';
import * as registry from './registry.contract.ts';
import * as ticksStore from './ticks-store.contract.ts';
import * as user from './user.contract.ts';

export * from './access.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export { configurator, eventsProcessor, fhir, notary, privacy, registry, ticksStore, user };

const services = { configurator, user, registry, ticksStore, eventsProcessor, fhir, notary, privacy };

/** Every endpoint of the contract: what the server mounts, what OpenAPI describes, what the access matrix walks. */
export const endpoints: readonly Endpoint[] = Object.values(services).flatMap((service) => Object.values(service).filter(isEndpoint));

/** Beside its endpoints, a service's file exports the schemas and limits that they are made of. */
function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'path' in exported && 'method' in exported && 'access' in exported;
}
