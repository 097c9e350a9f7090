import type { ChatConversation } from '@vigil/contract/chat.contract';
import type { NewConversation } from '@vigil/contract/chat.forms';
import { VigilError } from '@vigil/contract/errors';
import type { Sql } from '#platform/postgres/database.ts';
import { chatIsOnWithin } from '#services/configurator/index.ts';
import { type ChatServiceDependencies, noSuchConversation, type Opened, switchedOff } from './chat.service.ts';
import { ensureDirect, insertGroup, type Reader, readConversation, renameGroup } from './conversations.store.ts';
import { hasLeft, isOfCareTeam } from './participants.ts';

export interface StaffConversationsDependencies
  extends Pick<ChatServiceDependencies, 'database' | 'care' | 'clock' | 'participants' | 'views' | 'noteChange' | 'chatIsOn'> {}

export type StaffConversations = ReturnType<typeof createStaffConversations>;

/** Conversations that the staff begin among themselves, with one colleague, several, or a care team. */
export function createStaffConversations(dependencies: StaffConversationsDependencies) {
  const { database, care, clock, participants, views, noteChange, chatIsOn } = dependencies;

  async function shown(sql: Sql, reader: Reader, id: string): Promise<ChatConversation> {
    const row = await readConversation(sql, reader.tenantId, id);
    const [conversation] = row ? await views.conversations(sql, reader, [row], await chatIsOnWithin(sql, reader.tenantId)) : [];
    if (!conversation) throw otherConversation();
    return conversation;
  }
  const changed = (sql: Sql, tenantId: string, conversationId: string) =>
    noteChange(sql, { tenantId, conversationId, kind: 'conversation', sequence: 0, userId: null });

  async function requireColleagues(sql: Sql, tenantId: string, userIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(userIds)];
    const found = await care.namedWithin(sql, tenantId, wanted);
    if (found.filter((one) => !hasLeft(one) && isOfCareTeam(one.roles)).length < wanted.length) throw noSuchColleague();
  }

  return {
    /** Begins a conversation among the staff. Throws not_found for somebody who is not of the care team, and for a care team that there is not. */
    async create(reader: Reader, wanted: NewConversation): Promise<ChatConversation> {
      const { tenantId, userId } = reader;
      if (!(await chatIsOn(tenantId))) throw switchedOff();
      return database.tenant(tenantId, async (sql) => {
        // A member’s conversation has the member’s id: nothing else may stand there.
        if ((await care.namedWithin(sql, tenantId, [wanted.id])).length > 0) throw otherConversation();
        const others = wanted.kind === 'direct' ? [wanted.userId] : (wanted.userIds ?? []);
        await requireColleagues(sql, tenantId, others);
        if (wanted.kind === 'direct') {
          if (wanted.userId === userId) throw withOneself();
          const row = await ensureDirect(sql, tenantId, wanted.id, [userId, wanted.userId], clock.now());
          if (!row) throw otherConversation();
          return shown(sql, reader, row.id);
        }
        const { id, title, careTeamId = null } = wanted;
        if ((careTeamId === null) === (others.length === 0)) throw peopleOrTeam();
        // Whoever begins a group is in it; a care team's group has whoever is in the team, so the one who begins it has to be.
        const group = { id, title, careTeamId, userIds: careTeamId ? [] : [userId, ...others], createdBy: userId };
        const isNew = await insertGroup(sql, tenantId, group, clock.now());
        const conversation = await readConversation(sql, tenantId, id);
        if (conversation?.kind !== 'group' || conversation.title !== title) throw otherConversation();
        const people = await participants.of(sql, tenantId, conversation);
        if (!people.some((one) => one.id === userId)) throw isNew ? notOfTeam() : noSuchConversation();
        if (isNew) await changed(sql, tenantId, id);
        return shown(sql, reader, id);
      });
    },

    /** Names a group and says who is in it. Throws conflict for what is no group of people. */
    async changeGroup({ reader, conversation }: Opened, title: string, userIds: readonly string[]): Promise<ChatConversation> {
      const { tenantId } = reader;
      if (conversation.kind !== 'group' || conversation.careTeamId !== null) throw notAGroup();
      if (!(await chatIsOn(tenantId))) throw switchedOff();
      return database.tenant(tenantId, async (sql) => {
        await requireColleagues(sql, tenantId, userIds);
        await renameGroup(sql, tenantId, conversation.id, title, userIds, clock.now());
        await changed(sql, tenantId, conversation.id);
        return shown(sql, reader, conversation.id);
      });
    },
  };
}

const noSuchColleague = () =>
  new VigilError('not_found', 'Somebody among them is not of the care team of this tenant. Nothing was stored.');
const notOfTeam = () => new VigilError('not_found', 'There is no such care team that you are in. Nothing was stored.');
const otherConversation = () => new VigilError('conflict', 'There is another conversation under this id. Nothing was stored.');
const notAGroup = () => new VigilError('conflict', 'Who takes part in this conversation is not chosen by hand. Nothing was changed.');
const withOneself = () =>
  new VigilError('invalid_input', 'userId: this is yourself. Nothing was stored.', {
    fields: [{ field: 'userId', message: 'Has to be somebody else' }],
  });
const peopleOrTeam = () =>
  new VigilError('invalid_input', 'userIds: name either people or a care team. Nothing was stored.', {
    fields: [{ field: 'userIds', message: 'Name either people or a care team' }],
  });
