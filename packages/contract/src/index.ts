import * as configurator from './configurator.contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventsProcessor from './events-processor.contract.ts';
import * as fhir from './fhir.contract.ts';
import * as registry from './registry.contract.ts';
import * as ticksStore from './ticks-store.contract.ts';
import * as user from './user.contract.ts';

export * from './access.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export { configurator, eventsProcessor, fhir, registry, ticksStore, user };

/** Every endpoint of the contract: what the server mounts, what OpenAPI describes, what the access matrix walks. */
export const endpoints: readonly Endpoint[] = [
  configurator.listConfigs,
  configurator.getConfig,
  user.getRoles,
  user.createAccount,
  user.getTenants,
  registry.listUsers,
  registry.getUser,
  registry.patchUser,
  registry.invalidateAllRefreshTokens,
  registry.listDevices,
  registry.createDevice,
  registry.revokeDevice,
  ticksStore.getTicks,
  ticksStore.postTicks,
  ticksStore.postTicksCsv,
  ticksStore.getAggregate,
  ticksStore.getFirstTicks,
  ticksStore.followTicks,
  eventsProcessor.getFactsOverTime,
  eventsProcessor.getSleeps,
  eventsProcessor.getLatest,
  eventsProcessor.listMembers,
  fhir.postBundle,
  fhir.postObservation,
  fhir.getCapabilityStatement,
];
