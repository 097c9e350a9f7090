import { getCompliance } from '@vigil/contract/compliance.contract';
import { type Module, route, tenantOf } from '#http/route.ts';
import { type ComplianceDeps, createComplianceService } from './compliance.service.ts';

/** On which days members did what they are asked to do. It keeps nothing of its own and asks the modules that do. */
export function createCompliance(deps: ComplianceDeps): Module {
  const complianceOf = createComplianceService(deps);
  return {
    routes: [route(getCompliance, ({ params }, context) => complianceOf(tenantOf(context).id, params.userId.toLowerCase()))],
  };
}
