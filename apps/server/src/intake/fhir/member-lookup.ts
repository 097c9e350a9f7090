import { VigilError } from '@vigil/contract/errors';
import { type Caller, type RequestContext, tenantOf } from '#http/route.ts';
import type { Members } from '../members.ts';
import { fault, type Issue } from './outcome.ts';
import type { Subject } from './subjects.ts';

/** HTTP statuses of refusals, as a Bundle's entries word them. */
/** `200 OK` is what a transaction passed over. */
export type Refusal =
  | '200 OK'
  | '400 Bad Request'
  | '403 Forbidden'
  | '404 Not Found'
  | '405 Method Not Allowed'
  | '412 Precondition Failed'
  | '422 Unprocessable Entity';

/** A member that a call is about; `zoneNeeded` where one of the Observations says only on which day it was. */
export interface AskedMember {
  readonly subject: Subject;
  readonly zoneNeeded: boolean;
}

export interface FoundMember {
  /** Empty where nobody was found. */
  readonly userId: string;
  /** Why the caller may not send for the member. */
  readonly refusal: { readonly status: Refusal; readonly issue: Issue } | null;
  /** UTC where no zone was needed. */
  readonly timeZone: string;
}

/** What the reading of FHIR has to know of a call. Plain data and one question, so that it may be read in another process. */
export interface MemberLookup {
  readonly nowMs: number;
  readonly caller: SendingCaller;
  /** Hosts under which this server is known, in small letters: those of its own address and of this call. */
  readonly hosts: readonly string[];
  /** What became of each member that was asked about, in that order. Asked once a call. */
  find(asked: readonly AskedMember[]): Promise<readonly FoundMember[]>;
}

/** As much of the caller as says where readings come from. */
export type SendingCaller = Extract<Caller, { kind: 'device' | 'anyone' }>;

/** Questions to the database at once: a Bundle about many members must not take all of its connections. */
const atOnce = 4;

export interface MemberLookupOptions {
  readonly members: Members;
  readonly nowMs: number;
  readonly publicHost: string;
}

export function createMemberLookup({ members, nowMs, publicHost }: MemberLookupOptions, context: RequestContext): MemberLookup {
  const tenantId = tenantOf(context).id;

  async function refusalOf(userId: string): Promise<FoundMember['refusal']> {
    try {
      await context.requireMember(userId);
      return null;
    } catch (error) {
      if (!(error instanceof VigilError)) throw error;
      if (error.code === 'not_found') return refusal('404 Not Found', 'not-found', error.message);
      if (error.status === 403) return refusal('403 Forbidden', 'forbidden', error.message);
      throw error;
    }
  }

  /** The member that a subject means; a record number goes before an id, which may be another server's. */
  async function idOf({ userId, mrn }: Subject): Promise<string | FoundMember['refusal']> {
    if (mrn === undefined) return userId ?? null;
    const [first, second] = await members.membersByMrn(tenantId, mrn);
    if (second !== undefined)
      return refusal('422 Unprocessable Entity', 'business-rule', 'Several members have that medical record number');
    if (first === undefined) return userId ?? refusal('404 Not Found', 'not-found', 'No member has that medical record number');
    if (userId !== undefined && userId !== first && (await members.isMember(tenantId, userId))) return contradiction;
    return first;
  }

  async function findOne({ subject, zoneNeeded }: AskedMember): Promise<FoundMember> {
    const userId = await idOf(subject);
    if (typeof userId !== 'string') return { userId: '', refusal: userId, timeZone: 'UTC' };
    const refused = await refusalOf(userId);
    const { mrn, birthDate } = subject;
    if (refused) return { userId, refusal: refused, timeZone: 'UTC' };
    const isNamedTwice = mrn !== undefined || birthDate !== undefined;
    const member = isNamedTwice ? await members.identifiersOf(tenantId, userId) : undefined;
    const isSomebodyElse =
      (mrn !== undefined && member?.mrn != null && member.mrn.trim().toLowerCase() !== mrn.toLowerCase()) ||
      (birthDate !== undefined && member?.birthDate != null && member.birthDate !== birthDate);
    const timeZone = zoneNeeded ? await members.timeZoneOf(tenantId, userId) : 'UTC';
    return { userId, refusal: isSomebodyElse ? contradiction : null, timeZone };
  }

  return {
    nowMs,
    caller: context.caller.kind === 'device' ? context.caller : { kind: 'anyone' },
    hosts: [publicHost.toLowerCase(), context.request.host.toLowerCase()],
    async find(asked) {
      const found: FoundMember[] = [];
      const open = asked.entries();
      const ask = async () => {
        for (const [index, one] of open) found[index] = await findOne(one);
      };
      await Promise.all(Array.from({ length: atOnce }, ask));
      return found;
    },
  };
}

function refusal(status: Refusal, code: Issue['code'], message: string): NonNullable<FoundMember['refusal']> {
  return { status, issue: fault(code, 'Observation.subject', message) };
}

const contradiction = refusal(
  '422 Unprocessable Entity',
  'business-rule',
  'The record number or birth date is not that of the member who is meant; look whether it is the right person',
);
