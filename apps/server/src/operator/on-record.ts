import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { Workplace } from './workplace.ts';

/** Resolves once the command stands in the tenant's audit log: it is let run only then. */
export async function putOnRecord(place: Workplace, command: string, tenantId: string, members: readonly string[]): Promise<void> {
  await place.modules.audit.record({
    tenantId,
    requestId: randomUUID(),
    actorKind: 'operator',
    actorId: null,
    subject: operatorName(),
    members,
    endpoint: `operator.${command.replaceAll(' ', '.')}`,
    method: 'RUN',
    status: 200,
    ip: hostname(),
  });
}

/** Who runs the tool, as the machine knows them; a container's user often has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
