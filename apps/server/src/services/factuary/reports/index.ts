import type { Module } from '#http/route.ts';
import { createProgramReport, type ProgramReportDeps } from './program-report.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createReports, type ReportsDeps } from './reports.service.ts';

/** What was done for members and by whom, over days, derived from the events of actions; and how far members are with programs. */
export function createFactuaryReports(deps: ReportsDeps & ProgramReportDeps): Module {
  return { routes: reportsRoutes(createReports(deps), createProgramReport(deps)) };
}
