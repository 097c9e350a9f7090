import type { Role } from '@vigil/domain/roles';

/** Who looks at Today. */
export interface TodayViewer {
  readonly tenantId: string;
  readonly id: string;
  readonly roles: readonly Role[];
}
