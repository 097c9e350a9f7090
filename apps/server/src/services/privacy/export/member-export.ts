import type { Readable } from 'node:stream';
import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import type { ExportedFile, PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import { archiveOf } from './archive.ts';

export interface MemberExportDeps {
  /** What every module holds about people. */
  readonly parts: readonly PersonalData[];
  readonly clock: Clock;
  /** Exports of all members that are written at the same time; one of a member. */
  readonly atOnce: number;
}

export interface MemberExport {
  /** Everything about a person as a zip. Throws too_many_requests while others are being written. */
  start(person: PersonInTenant): Promise<Readable>;
}

export function createMemberExport({ parts, clock, atOnce }: MemberExportDeps): MemberExport {
  const underWay = new Set<string>();
  return {
    async start(person) {
      const key = `${person.tenantId}/${person.userId}`;
      if (underWay.has(key) || underWay.size >= atOnce) throw busy();
      underWay.add(key);
      try {
        const files = (await Promise.all(parts.map((part) => part.exportOf?.(person) ?? []))).flat();
        const now = new Date(clock.now());
        const archive = archiveOf(readmeOf(files, now), files, now);
        archive.once('close', () => underWay.delete(key));
        return archive;
      } catch (error) {
        underWay.delete(key);
        throw error;
      }
    },
  };
}

const busy = () =>
  new VigilError('too_many_requests', 'Exports are being written already. Nothing is lost: please try again in a minute.', {
    retryAfterSeconds: 60,
  });

function readmeOf(files: readonly ExportedFile[], now: Date): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  return [
    'Everything that this server stores about you',
    `Written ${now.toISOString()}`,
    '',
    'Times are in UTC (ISO 8601). Files end in .json (JSON) or .csv (comma-separated values, UTF-8, a line of headings).',
    'Ids stand for people, devices and entries; the same id is the same one in all files.',
    '',
    ...files.map(({ name, about }) => `${name.padEnd(width)}  ${about}`),
    '',
    'Summaries that the server computes from the readings (hours, days, latest values) are not repeated here.',
    'Passwords and keys are stored in no readable form and are not part of an export.',
    '',
  ].join('\r\n');
}
