import { appleHealth } from './apple-health/apple-health.ts';
import { dexcomClarity } from './dexcom-clarity/dexcom-clarity.ts';
import {
  empaticaE4,
  empaticaE4Beats,
  empaticaE4HeartRate,
  empaticaE4SkinConductance,
  empaticaE4SkinTemperature,
} from './empatica-e4/empatica-e4.ts';
import { fitabase } from './fitabase/fitabase.ts';
import { fitbitApi } from './fitbit-api/fitbit-api.ts';
import type { Format } from './format.ts';
import { garminFit } from './garmin-fit/garmin-fit.ts';
import { garminStream } from './garmin-stream/garmin-stream.ts';
import { googleFit } from './google-fit/google-fit.ts';
import { ihealth } from './ihealth/ihealth.ts';
import { libreview, libreviewDayFirst, libreviewMonthFirst } from './libreview/libreview.ts';
import { lifesnaps } from './lifesnaps/lifesnaps.ts';
import { openMhealth } from './open-mhealth/open-mhealth.ts';
import { sleepAccel } from './sleep-accel/sleep-accel.ts';
import { stressPredict } from './stress-predict/stress-predict.ts';
import { tidepool } from './tidepool/tidepool.ts';
import { welltory } from './welltory/welltory.ts';
import { withings, withingsRaw } from './withings/withings.ts';

/** Every format that is recognised by what a file holds. */
export const formats: readonly Format[] = [
  appleHealth,
  openMhealth,
  fitbitApi,
  ihealth,
  googleFit,
  dexcomClarity,
  empaticaE4,
  empaticaE4Beats,
  empaticaE4HeartRate,
  empaticaE4SkinConductance,
  empaticaE4SkinTemperature,
  fitabase,
  garminFit,
  garminStream,
  libreview,
  libreviewDayFirst,
  libreviewMonthFirst,
  lifesnaps,
  sleepAccel,
  stressPredict,
  tidepool,
  welltory,
  withings,
  ...withingsRaw,
];
