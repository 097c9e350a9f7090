import type { Readable } from 'node:stream';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@vigil/contract';
import type { TenantRule } from '@vigil/contract/access';
import type { Role } from '@vigil/domain/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Owner } from './upload-budget.ts';

/**
 * Whose a resource is: the member's user id, or null where the tenant has no such resource. By the `owner` of the rules that
 * name one. The id is as the caller sent it, checked against the endpoint's path parameters.
 */
export type ResourceOwners = Readonly<Record<string, (tenantId: string, id: string) => Promise<string | null>>>;

export interface TenantRef {
  readonly id: string;
  /** Short name, the first label of the tenant's host. */
  readonly code: string;
}

/** A signed-in person. `roles` are those held in the tenant of the request; empty before a tenant is chosen. */
export interface Person {
  readonly kind: 'person';
  /** Subject at the identity provider. */
  readonly subject: string;
  /** E-mail address the identity provider vouches for; null when it does not. */
  readonly verifiedEmail: string | null;
  /** The user id (the token's extension_healthId); null until the account has been created. */
  readonly userId: string | null;
  /** The sign-in that the token came from; null where none stands behind it. */
  readonly grantId: string | null;
  readonly roles: readonly Role[];
  /** On hold in the tenant of the request: whatever the caller changes there is refused, but for endpoints `whileOnHold`. */
  readonly onHold: boolean;
}

/** A band or another device, acting for its one member. */
export interface Device {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly userId: string;
}

export type Caller = { readonly kind: 'anyone' } | Person | Device;

/** `tenant`: all members of it. Otherwise exactly the listed ones. */
export type MemberScope = 'tenant' | readonly string[];

/** Over whom the figures of an answer are computed, and how they are told. */
export interface FigureScope {
  readonly scope: MemberScope;
  /** The caller may see the members. Otherwise counts are told in steps (`coarseCount`), and nothing about few (`isAboutFew`). */
  readonly isExact: boolean;
}

export interface RequestContext {
  readonly caller: Caller;
  /** The tenant of the request; null only on endpoints for anyone or signed-in. */
  readonly tenant: TenantRef | null;
  /** Whose turns and budgets the call is put on. */
  readonly owner: Owner;
  readonly requestId: string;
  readonly ip: string;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * For what goes on after the call was let in: who the caller is now, with the roles held now, and whom the caller may see.
   * Throws when the caller would no longer be let in. Answers may be a few seconds old.
   */
  judgeAnew(): Promise<{ readonly caller: Caller; requireMember(userId: string): Promise<void> }>;
  /** For members named inside a body: throws not_found or no_access_to_user unless the caller may act for the member, and notes the member for the audit log. */
  requireMember(userId: string): Promise<void>;
  /**
   * The members whose data may stand in a list for this caller: `tenant` for all of them, otherwise exactly the listed ones
   * (a tenant may show its staff only the members they are assigned to). A list of members must ask.
   */
  membersInScope(): Promise<MemberScope>;
  /** The same for a call whose answer holds figures over members (`figures` of the endpoint), and whether the caller is told them exactly. */
  figureScope(): Promise<FigureScope>;
  /**
   * Names the members whom the call is about, for the audit log; an empty list where there are none. A list of members, and a
   * body that names no member, must say so; where the path names the member this is done already.
   */
  auditMembers(userIds: readonly string[]): void;
  /**
   * Lets elements of the caller's page, which send no headers, open an address of a call with `byCookie` as the caller; each time it
   * is judged as ever. Answers for how many seconds at most.
   */
  openToPage(path: string): number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface HandlerInput<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

export type Handler<E> = (input: HandlerInput<E>, context: RequestContext) => Promise<ResponseOf<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
  readonly large?: LargeBodies<Endpoint>;
}

/**
 * Who takes bodies that are too large to be decoded on the event loop: it is given the bytes, unpacked and otherwise as they
 * came, and has to read them elsewhere with `readPayload` so that they mean the same.
 */
export interface LargeBodies<E> {
  readonly aboveBytes: number;
  readonly handler: (
    input: Omit<HandlerInput<E>, 'body'> & { readonly bytes: Buffer },
    context: RequestContext,
  ) => Promise<ResponseOf<E> | WrittenAnswer>;
}

/** An answer that has been checked against the contract and written already, by another process. */
export class WrittenAnswer {
  readonly payload: Buffer;
  constructor(payload: Buffer) {
    this.payload = payload;
  }
}

/** Binds one endpoint of the contract to what answers it. For `answer: 'event-stream'` the handler writes to `context.reply.raw` and resolves when the stream ends. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, large?: LargeBodies<E>): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint>, ...(large && { large: large as unknown as LargeBodies<Endpoint> }) };
}

/** Headers of an answer that is a stream of events. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that buffer answers would hold events back.
  'x-accel-buffering': 'no',
} as const;

/** A file that is answered: written to the connection as fast as the caller takes it, and destroyed when the caller goes away. */
export class FileAnswer {
  readonly name: string;
  readonly content: Readable;
  /** `name` is a file name of plain ASCII. */
  constructor(name: string, content: Readable) {
    this.name = name;
    this.content = content;
  }
}

/** A file that is kept, answered whole or in part: for `answer: 'kept-file'`. It never changes under its id. */
export interface KeptFile {
  readonly id: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  /** As its owner called it. */
  readonly name: string;
  /** Whether a browser may show it in a page; otherwise it is only ever saved. */
  readonly isShown: boolean;
  /** The bytes from one place to another, both included. */
  open(from: number, to: number): Readable;
}

/** Binds an endpoint whose answer is a file. It is on record before its first byte leaves. */
export function fileRoute<E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: RequestContext) => Promise<FileAnswer>,
): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}

/** A connection that stays open, of somebody who was let in; what is sent over it is judged each time. */
export interface LiveConnection {
  readonly tenant: TenantRef;
  readonly userId: string;
  readonly subject: string;
  readonly ip: string;
  /** Of the connection, for the audit log. */
  readonly requestId: string;
  /** Ends with the connection; with the refusal as its reason, where the caller may no longer be connected. */
  readonly signal: AbortSignal;
  /** Who the caller is now, as `RequestContext.judgeAnew`; with `writes`, also whether they may change something. */
  judgeAnew(asked?: { readonly writes: boolean }): Promise<{ readonly caller: Caller; requireMember(userId: string): Promise<void> }>;
  /** Sends an event. A reader that does not take what is sent is cut off: it asks for what it missed when it is back. */
  tell(event: string, content: object): void;
  /** Closes it without a word: the page comes back, and asks for what it missed. */
  close(): void;
}

/** What serves live connections at one path, beside the calls of the contract. */
export interface LiveRoute {
  readonly path: string;
  /** Who may connect: judged as a call is, when connecting and as long as the connection is open. */
  readonly access: TenantRule;
  /** What clients may send: how it is checked, and what is answered. A VigilError that is thrown is answered as a refusal. */
  readonly events: Readonly<
    Record<string, { readonly sent: z.core.$ZodType; handle(connection: LiveConnection, sent: never): Promise<object> }>
  >;
  /** The event that says why the connection ends, where there is somebody to read it. */
  readonly endedEvent: string;
  connect(connection: LiveConnection): Promise<void>;
}

/** What another module takes and tells over the same connections. */
export type LivePart = Pick<LiveRoute, 'events' | 'connect'>;

export const withPart = (route: LiveRoute, part: LivePart): LiveRoute => ({
  ...route,
  events: { ...route.events, ...part.events },
  async connect(connection) {
    await Promise.all([route.connect(connection), part.connect(connection)]);
  },
});

/** What a module hands to the wiring, beside what other modules ask of it. */
export interface Module {
  readonly routes?: readonly Route[];
  readonly liveRoutes?: readonly LiveRoute[];
  /** Whose the resources are that its access rules name. */
  readonly owners?: ResourceOwners;
  /** What its tables hold about people, and how that is exported and erased. */
  readonly personalData?: PersonalData;
  /** Ends what it has begun, and stores what it still holds. */
  stop?(): Promise<unknown>;
}

/** The tenant of a request whose endpoint guarantees one. */
export function tenantOf(context: RequestContext): TenantRef {
  if (!context.tenant) throw new Error('This endpoint’s access rule names no tenant');
  return context.tenant;
}

/** The user id of the caller of an endpoint that only people of the tenant may call. */
export function userIdOf({ caller }: RequestContext): string {
  if (caller.kind !== 'person' || caller.userId === null) throw new Error('This endpoint’s access rule lets in others than people');
  return caller.userId;
}

/** The roles that the caller holds in the tenant of the request; none for a device. */
export const rolesOf = ({ caller }: RequestContext): readonly Role[] => (caller.kind === 'person' ? caller.roles : []);
