import type { ResponseOf } from '@vigil/contract';
import { mostReportEntries } from '@vigil/contract/factuary-actions.values';
import type { getProgramReport } from '@vigil/contract/factuary-reports.contract';
import { progressOf } from '@vigil/domain/programs/progress';
import type { Cohorts } from '../cohorts/index.ts';
import type { Programs } from '../programs/index.ts';

export interface ProgramReportDeps {
  readonly programs: Pick<Programs, 'progressIn'>;
  readonly cohorts: Pick<Cohorts, 'sharedTitlesOf'>;
  /** Programs of members that one answer tells. */
  readonly most?: number;
}

type Report = ResponseOf<typeof getProgramReport>;
export type ProgramReport = (tenantId: string, scope: 'tenant' | readonly string[], readsClinical: boolean) => Promise<Report>;

/** How far the members in scope have come in each program that they have or had, canceled ones as well; those begun last first. In which cohorts they are stands beside it, as far as the reader may know. */
export function createProgramReport({ programs, cohorts, most = mostReportEntries }: ProgramReportDeps): ProgramReport {
  return async (tenantId, scope, readsClinical) => {
    const found = await programs.progressIn(tenantId, scope, most + 1);
    const shown = found.slice(0, most);
    const titles = await cohorts.sharedTitlesOf(tenantId, [...new Set(shown.map(({ userId }) => userId))], readsClinical);
    return { rows: shown.map((row) => reportRow(row, titles.get(row.userId) ?? [])), complete: found.length <= most };
  };
}

function reportRow(row: Awaited<ReturnType<Programs['progressIn']>>[number], cohorts: readonly string[]): Report['rows'][number] {
  const ended = row.endedAt === null ? null : row.endedAt / 1000;
  return {
    ...{ patient_id: row.userId, account_status: row.accountStatus, program_id: row.programId, program_name: row.name },
    program_completion: progressOf(row.stepsDone, row.steps),
    ...{ n_modules: row.modules, n_modules_completed: row.modules - row.modulesOpen },
    ...{ n_insights: row.insights, n_insights_completed: row.insightsDone },
    ...{ n_pledges: row.pledges, n_pledges_completed: row.pledgesDone },
    ...{ n_surveys: row.surveys, n_surveys_completed: row.surveysDone },
    program_started: row.startedAt / 1000,
    program_completed: row.status === 'completed' || row.status === 'finished' ? ended : null,
    program_canceled: row.status === 'canceled' ? ended : null,
    cohorts: [...cohorts],
  };
}
