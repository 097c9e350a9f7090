import type { ResponseOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { classOf, longestReportDays, mostReportEntries } from '@vigil/contract/factuary-actions.values';
import type { ActionReportRow, getReport, getReportByClinician } from '@vigil/contract/factuary-reports.contract';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { People, UserRow } from '#people/index.ts';
import type { Actions, FigureRow, StandingRow } from '../actions/index.ts';
import type { Programs } from '../programs/index.ts';
import type { Surveys } from '../surveys/index.ts';
import { byCounter } from './reports.rules.ts';

/** The days that a report covers, both included, as yyyy-MM-dd; in which zone, and of which members. */
export interface ReportQuestion {
  readonly tenantId: string;
  readonly scope: 'tenant' | readonly string[];
  readonly from_date: string;
  readonly to_date: string;
  readonly tz?: string | undefined;
}

export interface ReportsDeps {
  readonly actions: Pick<Actions, 'figures'>;
  readonly people: Pick<People, 'accounts' | 'care'>;
  readonly programs: Pick<Programs, 'doneIn'>;
  readonly surveys: Pick<Surveys, 'completedIn'>;
}

export interface Reports {
  byMember(question: ReportQuestion): Promise<ResponseOf<typeof getReport>>;
  /** Of everybody, or with `only` of one clinician. */
  byClinician(question: ReportQuestion, only: string | null): Promise<ResponseOf<typeof getReportByClinician>>;
}

export function createReports({ actions, people, programs, surveys }: ReportsDeps): Reports {
  const figuresOf = async (question: ReportQuestion) => {
    const most = mostReportEntries + 1;
    const { counted, standing } = await actions.figures(question.tenantId, { ...stretchOf(question), scope: question.scope, most });
    return { counted, standing, complete: counted.length < most };
  };
  const membersOf = async (tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> => {
    if (ids.length === 0) return new Map();
    const order = { page: 0, size: ids.length, sortingField: 'lastName', sortOrder: 'ASC' } as const;
    const { rows } = await people.accounts.users({ ...order, tenantId, scope: 'tenant', teamType: 'PATIENT', userIds: [...ids] });
    return new Map(rows.map((row) => [row.id, row]));
  };

  return {
    async byMember(question) {
      const { counted, standing, complete } = await figuresOf(question);
      const content = { ...stretchOf(question), scope: question.scope, most: mostReportEntries };
      const contentDone = await programs.doneIn(question.tenantId, content);
      const completed = await surveys.completedIn(question.tenantId, content);
      const contentOf = new Map(contentDone.map((row) => [row.userId, row]));
      const surveysOf = new Map(completed.map((row) => [row.userId, row.surveys]));
      const ids = [...standing, ...contentDone, ...completed].map(({ userId }) => userId);
      const members = await membersOf(question.tenantId, [...new Set(ids)]);
      const rowsOf = Map.groupBy(counted, ({ userId }) => userId);
      const rows = [...members.values()].map((member) => ({
        ...{ uid: member.id, first_name: member.givenName, last_name: member.familyName, mrn: member.mrn, employee_id: member.employeeId },
        ...{ insights: contentOf.get(member.id)?.insights ?? 0, pledges: contentOf.get(member.id)?.pledges ?? 0 },
        surveys: surveysOf.get(member.id) ?? 0,
        actions: byCounter(rowsOf.get(member.id) ?? [], ({ length }) => length),
      }));
      const isWhole = complete && Math.max(contentDone.length, completed.length) < mostReportEntries;
      return { rows, actions: standing.map((row) => reportRow(row, members.get(row.userId))), complete: isWhole };
    },

    async byClinician(question, only) {
      const { counted, standing, complete } = await figuresOf(question);
      const standingOf = new Map(standing.map((row) => [row.actionId, row]));
      const rowsOf = Map.groupBy(
        counted.filter(({ whose }) => only === null || whose === only),
        ({ whose }) => whose,
      );
      if (only !== null && !rowsOf.has(only)) rowsOf.set(only, []);
      const named = await people.care.named(
        question.tenantId,
        [...rowsOf.keys()].filter((id) => id !== null),
      );
      const nobody = { uid: null, first_name: null, last_name: null };
      const persons = named.map((row) => ({ uid: row.id, first_name: row.givenName, last_name: row.familyName }));
      return {
        rows: [...persons, ...(rowsOf.has(null) ? [nobody] : [])].map((who) => ({
          ...who,
          actions: byCounter(rowsOf.get(who.uid) ?? [], (some) => ({
            count: some.length,
            data: some.map((row) => entryOf(row, standingOf)),
          })),
        })),
        complete,
      };
    },
  };
}

function entryOf(row: FigureRow, standingOf: ReadonlyMap<string, StandingRow>) {
  const times = standingOf.get(row.actionId)?.times ?? {};
  return {
    ...{ action_id: row.actionId, title: row.title, priority: row.priority, patientId: row.userId },
    time_created: row.createdAt / 1000,
    delta_time: (row.at - row.createdAt) / 1000,
    times: Object.fromEntries(Object.entries(times).map(([status, at]) => [status, at / 1000])),
  };
}

function reportRow(row: StandingRow, member: UserRow | undefined): ActionReportRow {
  return {
    ...{ action_id: row.actionId, action_category: row.category, class: classOf(row.priority), title: row.title, priority: row.priority },
    ...{ status: row.status, status_original: row.statusOriginal, assignee_id: row.assigneeId, assignee_role: row.assigneeRole },
    timeCreated: row.createdAt / 1000,
    statusDate: row.statusAt / 1000,
    deltaTime: (row.statusAt - row.createdAt) / 1000,
    patientId: row.userId,
    firstName: member?.givenName ?? '',
    lastName: member?.familyName ?? '',
    mrn: member?.mrn ?? null,
    employeeId: member?.employeeId ?? null,
  };
}

const dayMs = 86_400_000;

/** From the beginning of the first day to the end of the last, in milliseconds. Throws invalid_input for days that are none. */
function stretchOf({ from_date: from, to_date: to, tz }: ReportQuestion): { fromMs: number; toMs: number } {
  const zone = memberTimeZone(tz);
  const startOf = (day: string) => momentOfWallTime(day, '00:00', zone) * 1000;
  const fromMs = startOf(from);
  const toMs = startOf(new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10));
  if (toMs <= fromMs) throw refused('to_date', 'Comes before from_date');
  if (toMs - fromMs > (longestReportDays + 1) * dayMs) throw refused('to_date', `Is more than ${longestReportDays} days after from_date`);
  return { fromMs, toMs };
}

const refused = (field: string, message: string) =>
  new VigilError('invalid_input', `${field}: ${message.toLowerCase()}.`, { fields: [{ field, message }] });
