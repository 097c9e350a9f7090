import { readArguments, required } from './arguments.ts';
import { putOnRecord } from './on-record.ts';
import { memberOf, tenantByCode, tenantOption } from './people.ts';
import { atWork, type Workplace } from './workplace.ts';

type ArgumentOptions = Parameters<typeof readArguments>[1];

/** What a command about one member has to work with. */
export interface MemberWork {
  readonly place: Workplace;
  readonly tenantId: string;
  readonly userId: string;
  readonly values: Record<string, unknown>;
  readonly words: readonly string[];
}

/** The part that all commands about one member share: `--tenant`, `--member`, open stores, and the audit log. */
export async function withMember<T>(
  command: string,
  argv: readonly string[],
  options: ArgumentOptions,
  work: (it: MemberWork) => Promise<T>,
  words: { min: number; max: number } = { min: 0, max: 0 },
): Promise<T> {
  const read = readArguments(argv, { ...options, ...tenantOption, member: { type: 'string' } }, words);
  const values: Record<string, unknown> = read.values;
  const code = required(values.tenant as string | undefined, 'tenant');
  const member = required(values.member as string | undefined, 'member');
  return atWork(async (place) => {
    const tenant = await tenantByCode(place, code);
    const userId = await memberOf(place, tenant, member);
    await putOnRecord(place, command, tenant.id, [userId]);
    return work({ place, tenantId: tenant.id, userId, values, words: read.words });
  });
}
