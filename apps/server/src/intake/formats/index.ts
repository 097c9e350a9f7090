import { appleHealth } from './apple-health/apple-health.ts';
import type { Format } from './format.ts';
import { openMhealth } from './open-mhealth/open-mhealth.ts';

/** Every format that is recognised by what a file holds. */
export const formats: readonly Format[] = [appleHealth, openMhealth];
