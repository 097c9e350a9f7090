import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { readArguments, required } from './arguments.ts';
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
    await place.modules.audit.record({
      tenantId: tenant.id,
      requestId: randomUUID(),
      actorKind: 'operator',
      actorId: null,
      subject: operatorName(),
      members: [userId],
      endpoint: `operator.${command.replaceAll(' ', '.')}`,
      method: 'RUN',
      status: 200,
      ip: hostname(),
    });
    return work({ place, tenantId: tenant.id, userId, values, words: read.words });
  });
}

/** Who runs the tool, as the machine knows them; a container's user often has no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
