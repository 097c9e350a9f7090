import { stat } from 'node:fs/promises';
import { readArguments, required, UsageError } from './arguments.ts';
import { givenPath } from './given-path.ts';
import { putOnRecord } from './on-record.ts';
import { memberOf, tenantByCode, tenantOption } from './people.ts';
import { terminalRow } from './terminal-text.ts';
import { atWork, endProgress, say, showProgress, type Workplace } from './workplace.ts';

type RecordReport = Awaited<ReturnType<Workplace['modules']['importRecord']>>;

export const recordImportUsage =
  'import <file or folder> --format fhir --tenant <code> [--member <id or e-mail> [--person <id in the files>]] [--origin <name>] [--dry-run]';

const options = {
  ...tenantOption,
  member: { type: 'string' },
  person: { type: 'string' },
  format: { type: 'string' },
  origin: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** Members that one entry of the audit log names. */
const membersAnEntry = 500;
/** Where files come from, unless the operator says. */
const files = 'files';

/** Whether an import is of FHIR: it says so, or it is of a folder. */
export async function isRecordImport(argv: readonly string[]): Promise<boolean> {
  if (argv.some((word, index) => word === '--format=fhir' || (word === 'fhir' && argv[index - 1] === '--format'))) return true;
  const [path] = argv;
  if (path === undefined || path.startsWith('--')) return false;
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Members’ records from FHIR R4 on disk. The exit code is 1 where anything was refused. */
export async function runRecordImport(argv: readonly string[]): Promise<number> {
  const { values, words } = readArguments(argv, options, { min: 1, max: 1 });
  if (values.format !== undefined && values.format !== 'fhir') throw new UsageError('A folder can be imported with --format fhir only.');
  if (values.person !== undefined && values.member === undefined) throw new UsageError('--person goes with --member.');
  const tenant = required(values.tenant, 'tenant');
  const dryRun = values['dry-run'] === true;
  const { member, origin = files, person } = values;
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  const path = givenPath(words[0] ?? '');
  const { signal } = cancel;
  const report = await atWork((place) => importRecords(place, { tenant, member, person, path, origin, trustsIds: false, dryRun, signal }));
  return sayReport(report, dryRun);
}

export interface RecordsToImport {
  /** Code of the tenant. */
  readonly tenant: string;
  /** Id or e-mail address. */
  readonly member?: string | undefined;
  readonly person?: string | undefined;
  readonly path: string;
  readonly origin: string;
  readonly trustsIds: boolean;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Brings records in, with everybody whom they are about in the audit log before anything is stored. */
export async function importRecords(place: Workplace, { member, person, tenant: code, ...how }: RecordsToImport): Promise<RecordReport> {
  const tenant = await tenantByCode(place, code);
  const userId = member === undefined ? undefined : await memberOf(place, tenant, member);
  return place.modules.importRecord({
    ...how,
    tenantId: tenant.id,
    ...(userId !== undefined && { userId }),
    ...(person !== undefined && { person }),
    async onMembers(members) {
      for (let from = 0; from < members.length; from += membersAnEntry)
        await putOnRecord(place, 'import', tenant.id, members.slice(from, from + membersAnEntry));
    },
    onProgress: ({ readBytes, totalBytes, taken, refusedTotal }) =>
      showProgress(`${Math.round((100 * readBytes) / Math.max(1, totalBytes))} %: ${taken} taken, ${refusedTotal} refused`),
  });
}

/** Says what became of everything, and answers the exit code. */
export function sayReport(report: RecordReport, dryRun: boolean): number {
  endProgress();
  for (const line of reportLines(report, dryRun)) say(line);
  return report.refusedTotal === 0 ? 0 : 1;
}

/** What was taken, passed over and refused, and why, for a terminal. */
function reportLines(report: RecordReport, dryRun: boolean): string[] {
  const refused = report.refused
    .slice(0, 20)
    .map(({ file, line, resourceType, reason }) => terminalRow([`${file}:${line}`, resourceType, reason]));
  const more = report.refusedTotal > refused.length ? [`… and ${report.refusedTotal - refused.length} more`] : [];
  const types = Object.entries(report.types).map(([type, one]) =>
    terminalRow([type, `${one.taken} taken, ${one.changed} changed, ${one.unchanged} unchanged, ${one.refused} refused`]),
  );
  const reasons = Object.entries(report.reasons).map(([reason, count]) => terminalRow(['refused', count, reason]));
  const passedOver = Object.entries(report.passedOver).map(([type, count]) => terminalRow(['not kept', count, type]));
  const last = `${report.readings} readings, ${report.members} members${dryRun ? '; a dry run: nothing was stored' : ''}`;
  return [...refused, ...more, ...types.sort(), ...reasons.sort(), ...passedOver.sort(), last];
}
