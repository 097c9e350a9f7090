import { noLimits } from '@vigil/domain/alerts/out-of-range';
import type { ReadLimits } from '../attention/limits.ts';

/** A tenant whose alert rules are about nothing. */
export const withoutLimits: ReadLimits = async () => ({ metrics: [], of: async () => () => noLimits });
