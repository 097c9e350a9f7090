import { VigilError } from '@vigil/contract/errors';
import { type Caller, type RequestContext, tenantOf } from '#http/route.ts';
import type { MembersStore } from '../members.store.ts';
import { fault, type Issue } from './outcome.ts';

/** HTTP statuses of refusals, as a Bundle's entries word them. */
export type Refusal = '400 Bad Request' | '403 Forbidden' | '404 Not Found' | '405 Method Not Allowed' | '422 Unprocessable Entity';

/** A member that a call is about; `zoneNeeded` where one of the Observations says only on which day it was. */
export interface AskedMember {
  readonly userId: string;
  readonly zoneNeeded: boolean;
}

export interface FoundMember {
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
  /** What became of each member that was asked about. Asked once a call. */
  find(asked: readonly AskedMember[]): Promise<readonly FoundMember[]>;
}

/** As much of the caller as says where readings come from. */
export type SendingCaller = Extract<Caller, { kind: 'device' | 'anyone' }>;

/** Questions to the database at once: a Bundle about many members must not take all of its connections. */
const atOnce = 4;

export function createMemberLookup(members: MembersStore, nowMs: number, context: RequestContext): MemberLookup {
  const tenantId = tenantOf(context).id;

  async function refusalOf(userId: string): Promise<FoundMember['refusal']> {
    try {
      await context.requireMember(userId);
      return null;
    } catch (error) {
      if (!(error instanceof VigilError)) throw error;
      const issue = (code: Issue['code']) => fault(code, 'Observation.subject.reference', error.message);
      if (error.code === 'not_found') return { status: '404 Not Found', issue: issue('not-found') };
      if (error.status === 403) return { status: '403 Forbidden', issue: issue('forbidden') };
      throw error;
    }
  }

  return {
    nowMs,
    caller: context.caller.kind === 'device' ? context.caller : { kind: 'anyone' },
    async find(asked) {
      const found: FoundMember[] = [];
      const open = asked.values();
      const ask = async () => {
        for (const { userId, zoneNeeded } of open) {
          const refusal = await refusalOf(userId);
          const timeZone = zoneNeeded && !refusal ? await members.timeZoneOf(tenantId, userId) : 'UTC';
          found.push({ userId, refusal, timeZone });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, ask));
      return found;
    },
  };
}
