import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { readArguments, required, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { givenPath } from './given-path.ts';
import { putOnRecord } from './on-record.ts';
import { listTenants, tenantByCode, tenantOption } from './people.ts';
import { atWork, say, type Workplace } from './workplace.ts';

type ErasureRow = Parameters<Workplace['modules']['privacy']['erasures']['repeat']>[1];

const moment = z.number().int().nullable();

/** One line of a list: an erasure that was decided. It holds ids and moments, and no word about anybody. */
const listed = z.object({
  tenantId: z.uuid(),
  id: z.uuid(),
  userId: z.uuid(),
  requestedBy: z.uuid(),
  requestedAt: z.number().int(),
  dueAt: z.number().int(),
  decidedBy: z.uuid(),
  decidedAt: z.number().int(),
  keepRecordUntil: moment,
});

/** What holds a restored backup to the erasures that came after it, and hands out a record that is kept. */
export const erasureCommands: readonly Command[] = [
  {
    name: 'erasure list',
    usage: 'erasure list',
    summary: 'who was erased in every tenant, ids and times only; keep it beside the backups',
    async run(argv) {
      readArguments(argv, {});
      await atWork(async (place) => {
        for (const tenant of await listTenants(place))
          for (const row of await place.modules.privacy.erasures.decided(tenant.id))
            say(JSON.stringify(listed.parse({ ...row, tenantId: tenant.id })));
      });
      return 0;
    },
  },
  {
    name: 'erasure apply',
    usage: 'erasure apply <file>',
    summary: 'after a restore: erase again whom the list names',
    async run(argv) {
      const { words } = readArguments(argv, {}, { min: 1, max: 1 });
      const rows = await readList(givenPath(words[0] ?? ''));
      const repeated = await atWork(async (place) => {
        let done = 0;
        for (const { tenantId, ...row } of rows) {
          await putOnRecord(place, 'erasure apply', tenantId, [row.userId]);
          if (await place.modules.privacy.erasures.repeat(tenantId, whole(row))) done += 1;
        }
        await place.modules.privacy.settled();
        return done;
      });
      say(`${repeated} of ${rows.length} erased again; the others are not in this database.`);
      return 0;
    },
  },
  {
    name: 'erasure record',
    usage: 'erasure record <file> --tenant <code> --member <id>',
    summary: 'writes the record that the law keeps of an erased member into a zip, for whoever may demand it',
    async run(argv) {
      const { values, words } = readArguments(argv, { ...tenantOption, member: { type: 'string' } }, { min: 1, max: 1 });
      const code = required(values.tenant, 'tenant');
      const userId = z.uuid().safeParse(required(values.member, 'member'));
      if (!userId.success) throw new UsageError('--member has to be the id of an erased member; the audit log has it.');
      await atWork(async (place) => {
        const tenant = await tenantByCode(place, code);
        const person = { tenantId: tenant.id, userId: userId.data };
        if (!(await place.modules.privacy.isKept(person))) throw new UsageError('No record of an erased member with this id is kept.');
        await putOnRecord(place, 'erasure record', tenant.id, [person.userId]);
        await pipeline(
          await place.modules.privacy.exportOf(person),
          createWriteStream(givenPath(words[0] ?? ''), { flags: 'wx', mode: 0o600 }),
        );
      });
      say('Written. The file holds health data: guard it.');
      return 0;
    },
  },
];

async function readList(file: string): Promise<z.output<typeof listed>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const row = listed.safeParse(jsonIn(line));
    if (!row.success) throw new UsageError(`Line ${index + 1} of the file is none of “erasure list”. Nothing was erased.`);
    return row.data;
  });
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const whole = (row: Omit<z.output<typeof listed>, 'tenantId'>): ErasureRow => ({
  ...row,
  ...{ reason: null, withdrawnBy: null, withdrawnAt: null, contactErasedAt: null, recordErasedAt: null },
});
