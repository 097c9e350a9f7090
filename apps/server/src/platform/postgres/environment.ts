import { join } from 'node:path';
import { systemPath } from '#platform/engines/system-program.ts';

/** Nothing of ours but what the programs need: no setting of a person's psql changes what the store does. */
export function postgresEnvironment(native: string): NodeJS.ProcessEnv {
  return { LD_LIBRARY_PATH: join(native, 'lib'), PATH: systemPath, TZ: 'UTC', LC_ALL: 'C' };
}
