export { tickSources } from '@vigil/domain/metrics/counting';
