import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface ExportedMessage {
  readonly conversationId: string;
  readonly sequence: number;
  readonly messageId: string;
  readonly kind: string;
  readonly writtenBy: string | null;
  readonly author: string | null;
  readonly text: string | null;
  readonly files: unknown;
  readonly notice: unknown;
  readonly createdAt: string | null;
  readonly editedAt: string | null;
  readonly withdrawnAt: string | null;
  readonly replaced: unknown;
  readonly reactions: unknown;
}

interface ExportedReading {
  readonly conversationId: string;
  readonly readUpTo: number;
  readonly readAt: string | null;
}

interface ExportedDraft {
  readonly conversationId: string;
  readonly text: string;
  readonly updatedAt: string | null;
}

/**
 * What a member and the care team wrote to each other, which is part of the record, with what was replaced; and what the person
 * has read and half written. Of somebody of the staff: what the person wrote, in whatever conversation.
 */
export function chatPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  const messages = ['chat-messages.json'];
  return {
    tables: {
      chat_conversations: { exported: messages, erased: 'record' },
      chat_people: { exported: { not: 'who takes part in a conversation is told by its messages' }, erased: 'record' },
      chat_messages: { exported: messages, erased: 'record' },
      chat_reactions: { exported: messages, erased: 'record' },
      chat_reads: { exported: ['chat-reads.json'], erased: 'contact' },
      chat_drafts: { exported: ['chat-drafts.json'], erased: 'contact' },
      chat_presence: { exported: { not: 'whose page is open at this moment' }, erased: { kept: 'ids, for a minute at most' } },
      chat_changes: { exported: { not: 'that something has changed, by ids, for an hour' }, erased: 'record' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedMessage>(
        {
          name: 'chat-messages.json',
          about: 'messages between you and the care team, and what you wrote in other conversations, with what was replaced or withdrawn.',
        },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<
              Omit<ExportedMessage, 'author' | 'createdAt' | 'editedAt' | 'withdrawnAt'> & {
                createdAt: number;
                editedAt: number | null;
                withdrawnAt: number | null;
              }
            >(
              `select m.conversation_id, m.sequence, m.id as message_id, m.kind, m.sender_id as written_by, m.text, m.files, m.notice,
                 m.created_at, m.edited_at, m.withdrawn_at,
                 coalesce((select json_agg(json_build_object('text', v.text, 'files', v.files, 'replacedAt', v.replaced_at) order by v.version)
                   from vigil.chat_message_versions v where v.tenant_id = $1 and v.message_id = m.id), '[]') as replaced,
                 coalesce((select json_agg(json_build_object('key', r.key, 'by', r.user_id, 'at', r.at) order by r.at)
                   from vigil.chat_reactions r where r.tenant_id = $1 and r.message_id = m.id), '[]') as reactions
               from vigil.chat_messages m
               where m.tenant_id = $1 and (m.conversation_id = $2 or m.sender_id = $2)
                 and ($3::uuid is null or (m.conversation_id, m.sequence) > ($3, $4::bigint))
               order by m.conversation_id, m.sequence limit ${exportPageRows}`,
              [tenantId, userId, last?.conversationId ?? null, last?.sequence ?? null],
            ),
          );
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.flatMap(({ writtenBy }) => writtenBy ?? []))]);
          return rows.map((row) => {
            const name = row.writtenBy === null ? undefined : names.get(row.writtenBy);
            return {
              ...row,
              author: name ? `${name.givenName} ${name.familyName}` : null,
              ...{ createdAt: isoTime(row.createdAt), editedAt: isoTime(row.editedAt), withdrawnAt: isoTime(row.withdrawnAt) },
            };
          });
        },
      ),
      jsonListFile<ExportedReading>(
        { name: 'chat-reads.json', about: 'how far you have read in each conversation, and when.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedReading, 'readAt'> & { readAt: number }>(
              `select conversation_id, sequence as read_up_to, read_at from vigil.chat_reads
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or conversation_id > $3) order by conversation_id limit ${exportPageRows}`,
              [tenantId, userId, last?.conversationId ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, readAt: isoTime(row.readAt) }));
        },
      ),
      jsonListFile<ExportedDraft>(
        { name: 'chat-drafts.json', about: 'what you have half written in conversations, and nobody else has seen.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<Omit<ExportedDraft, 'updatedAt'> & { updatedAt: number }>(
              `select conversation_id, text, updated_at from vigil.chat_drafts
               where tenant_id = $1 and user_id = $2 and ($3::uuid is null or conversation_id > $3) order by conversation_id limit ${exportPageRows}`,
              [tenantId, userId, last?.conversationId ?? null],
            ),
          );
          return rows.map((row) => ({ ...row, updatedAt: isoTime(row.updatedAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      await database.tenant(tenantId, async (sql) => {
        if (step === 'record') return sql.query('select vigil.erase_chat($1)', [userId]);
        await sql.query('delete from vigil.chat_drafts where tenant_id = $1 and user_id = $2', [tenantId, userId]);
        return sql.query('delete from vigil.chat_reads where tenant_id = $1 and user_id = $2', [tenantId, userId]);
      });
    },
  };
}
