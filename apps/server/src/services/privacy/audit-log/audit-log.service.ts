import { Readable } from 'node:stream';
import { endpoints } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { plainSummary } from '@vigil/contract/plain-summary';
import type { AuditActor, AuditEntry } from '@vigil/contract/privacy.contract';
import { type DataKind, dataKindOf, isReading, mostNamedMembers } from '@vigil/contract/privacy.values';
import type { People, PersonName } from '#people/index.ts';
import { type AuditQuestion, type FoundEntry, type PlaceInLog, searchAudit } from '#platform/audit/search-audit.ts';
import { csvLine, isoTime } from '#platform/personal-data/exported-files.ts';
import type { Database } from '#platform/postgres/database.ts';

/** What an administrator asks the log. */
export interface AuditLogQuestion extends Omit<AuditQuestion, 'calls'> {
  readonly about?: readonly DataKind[] | undefined;
}

export interface AuditLogDeps {
  readonly database: Database;
  readonly people: Pick<People, 'privacy'>;
  /** Entries that a file has at most. */
  readonly exportRows: number;
}

export interface AuditLog {
  /** A page, the newest entries first. */
  page(tenantId: string, question: AuditLogQuestion, size: number): Promise<{ content: AuditEntry[]; next: PlaceInLog | null }>;
  /** What the question finds, as CSV. It is cut, and says so in its last line, at `exportRows` entries. */
  file(tenantId: string, question: AuditLogQuestion): Readable;
}

const summaries = new Map(endpoints.map(({ id, summary }) => [id, summary]));
/** Every call that is known, by what it is about: what an older version recorded is found by its service all the same. */
const callsAbout = Map.groupBy(summaries.keys(), dataKindOf);

/** Entries that are read at once while a file is written. */
const fileRows = 1_000;

export function createAuditLog({ database, people, exportRows }: AuditLogDeps): AuditLog {
  async function read(tenantId: string, { about, ...question }: AuditLogQuestion, size: number) {
    const calls = about?.flatMap((kind) => callsAbout.get(kind) ?? []);
    const page = await searchAudit(database, tenantId, { ...question, ...(calls && { calls }) }, size);
    const entries = page.entries.map((entry) => ({ ...entry, members: askedFirst(entry.members, question.member) }));
    const shown = entries.flatMap(({ actorKind, actorId, members }) => [
      ...members.slice(0, mostNamedMembers),
      ...(actorKind === 'person' && actorId !== null ? [actorId] : []),
    ]);
    const names = await people.privacy.knownNames(tenantId, [...new Set(shown)]);
    return { content: entries.map((entry) => presented(entry, names)), next: page.next };
  }

  async function* lines(tenantId: string, question: AuditLogQuestion): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(columns)}`;
    let before = question.before;
    let left = exportRows;
    do {
      const page = await read(tenantId, { ...question, before }, Math.min(fileRows, left));
      left -= page.content.length;
      if (page.content.length > 0) yield page.content.map(lineOf).join('');
      before = page.next ?? undefined;
    } while (before && left > 0);
    if (before) yield csvLine([`Cut after ${exportRows} entries. Choose a shorter time to have the rest.`]);
  }

  return { page: read, file: (tenantId, question) => Readable.from(lines(tenantId, question)) };
}

const columns = ['time', 'who', 'roles', 'who_id', 'did', 'about', 'call', 'members', 'member_ids', 'status', 'from', 'entry'];

function lineOf({ at, actor, kind, about, summary, members, memberCount, status, ip, sequence }: AuditEntry): string {
  const others = memberCount > members.length ? ` and ${memberCount - members.length} more` : '';
  return csvLine([
    isoTime(at),
    actor.name ?? actor.kind,
    actor.roles.join(' '),
    actor.id,
    status >= 400 ? `was refused to ${kind === 'READ' ? 'read' : 'change'}` : kind === 'READ' ? 'read' : 'changed',
    about,
    plainSummary(summary),
    `${members.map(({ name }) => name ?? 'erased').join('; ')}${others}`,
    members.map(({ id }) => id).join(' '),
    status,
    ip,
    sequence,
  ]);
}

/** Who acted, by the name of now. */
export function actorOf(
  { actorKind, actorId, operator }: Pick<FoundEntry, 'actorKind' | 'actorId' | 'operator'>,
  names: ReadonlyMap<string, PersonName>,
): AuditActor {
  const known = actorKind === 'person' && actorId !== null ? names.get(actorId) : undefined;
  return { kind: actorKind, id: actorId, name: known ? fullName(known) : operator, roles: [...(known?.roles ?? [])] };
}

const fullName = ({ givenName, familyName }: Pick<PersonName, 'givenName' | 'familyName'>) => `${givenName} ${familyName}`;

/** Only some members are told by name: the one who was asked for is among them. */
const askedFirst = (members: readonly string[], asked: string | undefined) =>
  asked !== undefined && members.includes(asked) ? [asked, ...members.filter((id) => id !== asked)] : members;

function presented(entry: FoundEntry, names: ReadonlyMap<string, PersonName>): AuditEntry {
  const { sequence, at, members, endpoint, method, status, ip } = entry;
  return {
    sequence,
    at,
    actor: actorOf(entry, names),
    members: members.slice(0, mostNamedMembers).map((id) => {
      const name = names.get(id);
      return { id, name: name ? fullName(name) : null };
    }),
    memberCount: members.length,
    about: dataKindOf(endpoint),
    kind: isReading(endpoint, method) ? 'READ' : 'WRITE',
    call: endpoint,
    summary: summaries.get(endpoint) ?? endpoint,
    status,
    ip,
  };
}

/** Where a page goes on, as text in an address. */
export const writePlace = ({ atMicros, sequence }: PlaceInLog): string => `${atMicros}.${sequence}`;

/** Throws invalid_input for a text that is none. */
export function readPlace(text: string): PlaceInLog {
  const [atMicros = Number.NaN, sequence = Number.NaN] = text.split('.').map(Number);
  if (!(Number.isSafeInteger(atMicros) && Number.isSafeInteger(sequence)))
    throw new VigilError('invalid_input', 'This is no place in the audit log.', {
      fields: [{ field: 'after', message: 'Give `next` of the page before' }],
    });
  return { atMicros, sequence };
}
