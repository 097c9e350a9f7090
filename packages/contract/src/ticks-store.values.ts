export { tickSources } from '@vigil/domain/metrics/counting';

/** Longest reason for taking readings back, in characters. */
export const longestTakeBackReason = 500;
