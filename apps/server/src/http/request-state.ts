import type { BodyStream, Endpoint } from '@vigil/contract';
import type { AccessRule } from '@vigil/contract/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { networkOf } from '#platform/network.ts';
import type { AccessTrace, Admission } from './admission.ts';
import { isToldExactly } from './figures.ts';
import { createMemberChecks, type MemberChecks } from './member-checks.ts';
import { idIn } from './members-named.ts';
import { openToPage } from './page-cookie.ts';
import type { RequestContext } from './route.ts';
import type { Owner } from './upload-budget.ts';

/** What is known of one call of the contract while it is being answered. */
export interface RequestState {
  readonly trace: AccessTrace;
  /** Where the call came from, taken at its start: a connection that has gone does not tell any more. */
  readonly ip: string;
  admission?: Admission;
  /** Checked. */
  params?: Record<string, unknown>;
  query?: unknown;
  /** The body, unpacked, between reading and decoding. */
  body?: Buffer | undefined;
  /** The body of a call that takes it piece by piece. */
  stream?: BodyStream;
  /** Ends the turn of a read of many values. */
  endRead?: () => void;
  /** The members who may stand in the handler's list, once it has asked. */
  scope?: 'tenant' | readonly string[];
  /** Whether the handler has named whom the call is about, be it nobody. */
  namedMembers: boolean;
  /** Of the members whom the call named, or the handler asked about. */
  readonly checks: MemberChecks;
  /** The handler is done. */
  isHandled: boolean;
  /** The audit log has the call already. */
  recorded: boolean;
}

export function newRequestState(request: FastifyRequest): RequestState {
  return {
    ip: request.ip,
    trace: { caller: { kind: 'anyone' }, tenant: null, members: new Set() },
    namedMembers: false,
    checks: createMemberChecks(),
    isHandled: false,
    recorded: false,
  };
}

/** Whose budgets a call is put on. A person's devices count with the person; whoever has not signed in, with their network. */
export function ownerOf({ ip, trace: { caller, tenant } }: RequestState): Owner {
  const principal =
    caller.kind === 'anyone'
      ? `network ${networkOf(ip)}`
      : (caller.userId ?? (caller.kind === 'person' ? caller.subject : caller.deviceId));
  return { principal, tenant: tenant?.id ?? 'none' };
}

/** Whose writing is counted: a band’s by itself, so that it is never refused for what its member does in the portal. */
export function senderOf(state: RequestState): string {
  const { caller } = state.trace;
  return caller.kind === 'device' ? `device ${caller.deviceId}` : ownerOf(state).principal;
}

/** What goes into the audit log: calls about members, or with figures over them, those that administer accounts, and those that change a tenant, whatever became of them, by somebody who belongs to a tenant. */
export function auditEntryOf(endpoint: Endpoint, state: RequestState, request: FastifyRequest, status: number): AuditEntry | null {
  const { caller, tenant, members } = state.trace;
  const rule = state.trace.rule ?? endpoint.access;
  if ((members.size === 0 && !isOnRecord(rule) && !endpoint.figures) || !tenant || caller.kind === 'anyone') return null;
  const asked = members.size === 0 ? askedUser(request, rule) : [];
  return {
    tenantId: tenant.id,
    requestId: request.id,
    actorKind: caller.kind,
    actorId: caller.kind === 'person' ? caller.userId : caller.deviceId,
    subject: caller.kind === 'person' ? caller.subject : null,
    members: [...members, ...asked],
    endpoint: endpoint.id,
    method: endpoint.method,
    status,
    ip: state.ip,
  };
}

/** Whether every call under the rule is about members, so that it belongs into the audit log whatever became of it. */
function isAboutMembers({ kind }: AccessRule): boolean {
  return kind === 'member' || kind === 'account' || kind === 'resource' || kind === 'members-in-body' || kind === 'members-list';
}

/** Whether every call under the rule belongs into the audit log. */
export function isOnRecord(rule: AccessRule): boolean {
  return isAboutMembers(rule) || rule.kind === 'account' || (rule.kind === 'tenant' && rule.onRecord === true);
}

/** Whether only the handler can know whom a call is about, and has to say so. */
export function handlerSaysMembers({ kind }: AccessRule): boolean {
  return kind === 'members-in-body' || kind === 'members-list';
}

/** Whom a call named that was refused before anybody was looked up; and the staff whose account is administered. */
function askedUser(request: FastifyRequest, rule: AccessRule): string[] {
  if (rule.kind === 'members-in-body') return (rule.inQuery ?? []).flatMap((name) => idsIn((request.query as Query)[name]));
  const parameter = rule.kind === 'member' ? rule.member : rule.kind === 'account' ? rule.account : null;
  if (parameter === null) return [];
  const value = (request.params as Record<string, string | undefined>)[parameter];
  return idsIn(value);
}

type Query = Record<string, string | string[] | undefined>;

const idsIn = (value: string | string[] | undefined): string[] => [value ?? []].flat().flatMap((one) => idIn(one) ?? []);

export function contextOf(
  endpoint: Endpoint,
  state: RequestState,
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  judgeAnew: RequestContext['judgeAnew'],
): RequestContext {
  const gone = new AbortController();
  if (reply.raw.closed) gone.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return {
    caller: admission.caller,
    tenant: admission.tenant,
    owner: ownerOf(state),
    requestId: request.id,
    ip: state.ip,
    signal: gone.signal,
    judgeAnew,
    requireMember: (userId) => state.checks.note(admission.requireMember(userId)),
    async membersInScope() {
      state.scope = await admission.membersInScope();
      return state.scope;
    },
    async figureScope() {
      state.scope = await admission.membersInScope();
      return { scope: state.scope, isExact: isToldExactly(endpoint, admission.caller) };
    },
    auditMembers(userIds) {
      state.namedMembers = true;
      for (const id of userIds) state.trace.members.add(id);
    },
    openToPage: (path) => openToPage(request, reply, admission.tenant?.id ?? '', path),
    request,
    reply,
  };
}
