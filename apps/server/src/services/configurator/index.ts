export { type Configurator, type ConfiguratorDependencies, createConfigurator } from './configurator.service.ts';
