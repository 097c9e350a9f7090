import type { Command } from './command.ts';
import { givenPath } from './given-path.ts';
import { isRecordImport, recordImportUsage, runRecordImport } from './record-import.ts';
import { terminalRow } from './terminal-text.ts';
import { withMember } from './with-member.ts';
import { endProgress, say, showProgress, type Workplace } from './workplace.ts';

type ImportReport = Awaited<ReturnType<Workplace['modules']['importFile']>>;

/** Refusals listed on the terminal. */
const maxLines = 20;

const options = {
  format: { type: 'string' },
  tz: { type: 'string' },
  person: { type: 'string' },
  'not-persons': { type: 'string', multiple: true },
  start: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

export const importCommand: Command = {
  name: 'import',
  usage: `import <file> --tenant <code> --member <id or e-mail> [--format <format>] [--tz <zone>] [--person <id in the file>] [--not-persons <headings>] [--start <when it begins>] [--dry-run]
  ${recordImportUsage}`,
  summary: 'readings, or records as FHIR R4, from disk; .gz, .zst and .zip too. The format is told by what the file holds',
  async run(argv) {
    if (await isRecordImport(argv)) return runRecordImport(argv);
    const cancel = new AbortController();
    process.once('SIGINT', () => cancel.abort());
    let dryRun = false;
    const report = await withMember(
      'import',
      argv,
      options,
      ({ place, tenantId, userId, values, words }) => {
        dryRun = values['dry-run'] === true;
        return place.modules.importFile({
          path: givenPath(words[0] ?? ''),
          tenantId,
          userId,
          format: values.format as string | undefined,
          timeZone: values.tz as string | undefined,
          person: values.person as string | undefined,
          notPersons: values['not-persons'] as string[] | undefined,
          start: values.start as string | undefined,
          dryRun,
          signal: cancel.signal,
          onProgress: ({ readBytes, totalBytes, accepted, rejectedTotal }) =>
            showProgress(`${Math.round((100 * readBytes) / Math.max(1, totalBytes))} %: ${accepted} accepted, ${rejectedTotal} refused`),
        });
      },
      { min: 1, max: 1 },
    );
    endProgress();
    for (const line of reportLines(report, dryRun)) say(line);
    return report.rejectedTotal === 0 ? 0 : 1;
  },
};

/** What was taken, skipped and refused, and why, for a terminal. */
function reportLines(report: ImportReport, dryRun: boolean): string[] {
  const { accepted, rejected, rejectedTotal, replacedTotal, skipped, notes, format } = report;
  const refused = rejected.slice(0, maxLines).map(({ index, metric, reason }) => terminalRow([index, metric ?? '', reason]));
  const more = rejectedTotal > refused.length ? [`… and ${rejectedTotal - refused.length} more`] : [];
  const byCount = (one: readonly [string, number], other: readonly [string, number]) => other[1] - one[1];
  const passedOver = [...skipped].sort(byCount).map(([reason, count]) => terminalRow(['skipped', count, reason]));
  const told = [...notes].map(([note, count]) => terminalRow(['note', count, note]));
  const replaced = replacedTotal > 0 ? `, ${replacedTotal} replaced by a later value of the same moment` : '';
  const last = `Read as ${format}: ${accepted} accepted, ${rejectedTotal} refused${replaced}${dryRun ? '; a dry run: nothing was stored' : ''}`;
  return [...refused, ...more, ...passedOver, ...told, last];
}
