import { appleHealth } from './apple-health/apple-health.ts';
import { fitbitApi } from './fitbit-api/fitbit-api.ts';
import type { Format } from './format.ts';
import { googleFit } from './google-fit/google-fit.ts';
import { ihealth } from './ihealth/ihealth.ts';
import { openMhealth } from './open-mhealth/open-mhealth.ts';

/** Every format that is recognised by what a file holds. */
export const formats: readonly Format[] = [appleHealth, openMhealth, fitbitApi, ihealth, googleFit];
