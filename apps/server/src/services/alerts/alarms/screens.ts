import { clinicalStaffRoles } from '@vigil/domain/roles';
import { publishMany, withdrawRings } from '#services/notification/index.ts';
import type { TellScreens } from './ring.ts';

/**
 * One push for whatever a transaction has changed, through the streams of every process: it names nobody, so that it neither shows a
 * member nor has to be judged for each of those who follow.
 */
export const tellScreens: TellScreens = async (sql, tenantId, quiet) => {
  if (quiet.length > 0) await withdrawRings(sql, tenantId, quiet);
  const push = { contentType: 'ACTION', patientId: null, description: 'Alerts have changed', forScreensOnly: true } as const;
  await publishMany(sql, tenantId, [{ ...push, to: { roles: clinicalStaffRoles } }]);
};
