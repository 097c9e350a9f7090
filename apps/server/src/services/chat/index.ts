import type { LiveRoute, Module } from '#http/route.ts';
import type { CareUserRow, People } from '#people/index.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { ChatFiles } from '../blob/index.ts';
import { type BellMessages, createBellMessages } from './bell-messages.ts';
import { createChangesStore, createNoteChange } from './changes.store.ts';
import { chatRoutes } from './chat.routes.ts';
import { createChatService } from './chat.service.ts';
import { unwritten } from './conversations.store.ts';
import { createLive } from './live.ts';
import { createMembersMessages } from './members-messages.ts';
import { createReadMessageDays, type ReadMessageDays } from './message-days.store.ts';
import { createFileChanged, createMessageFiles } from './message-files.ts';
import { createViews } from './message-views.ts';
import { createParticipants } from './participants.ts';
import { chatPersonalData } from './personal-data.ts';
import { createPresenceStore } from './presence.store.ts';
import { createSay, createSayWhereWritten, type Say, type SayWhereWritten } from './say.ts';
import { createSend } from './sending.ts';
import { createShownFiles } from './shown-files.ts';
import { createStaffConversations } from './staff-conversations.ts';
import { readUnanswered, type UnansweredRow } from './unanswered.store.ts';

export type { Said, Say, SayWhereWritten } from './say.ts';

export interface ChatDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the tenant lets its people write to each other; a few seconds old at most. */
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
  readonly files: ChatFiles;
}

export interface Chat extends Module {
  readonly liveRoutes: readonly LiveRoute[];
  readonly personalData: PersonalData;
  /** The bell's list of messages: the same truth as the conversations'. */
  readonly bell: BellMessages;
  readonly say: Say;
  readonly sayWhereWritten: SayWhereWritten;
  /** A file that a conversation carries stands otherwise. */
  readonly fileChanged: ReturnType<typeof createFileChanged>;
  readonly messageDays: ReadMessageDays;
  /** Within a transaction: the member and those of the care team who take part in the member's conversation now. */
  readonly takingPart: (sql: Sql, tenantId: string, memberId: string) => Promise<CareUserRow[]>;
  /** Whose last message nobody of the care team has answered: of all members, or of these; nobody where chat is off. */
  readonly unanswered: (tenantId: string, scope: 'tenant' | readonly string[], limit: number) => Promise<UnansweredRow[]>;
}

/** Minutes between two removals of changes that every process has heard of. */
const forgetMinutes = 10;

/** Conversations of members with their care team and of the staff among themselves: kept, told live, and never lost. */
export function createChat({ database, people, audit, bus, clock, log, chatIsOn, files }: ChatDependencies): Chat {
  const { care } = people;
  const changes = createChangesStore(database);
  const noteChange = createNoteChange(bus);
  const participants = createParticipants(care);
  const views = createViews(care, createShownFiles(files));
  const send = createSend({ participants, noteChange });
  const chat = createChatService({ database, care, clock, participants, views, send, noteChange, chatIsOn, files });
  const staff = createStaffConversations({ database, care, clock, participants, views, noteChange, chatIsOn });
  const presence = createPresenceStore(database);
  const live = createLive({ database, chat, participants, views, changes, presence, audit, bus, log, chatIsOn });
  const forgetting = setInterval(
    () =>
      void changes
        .forget()
        .catch((error) => reportJobFailure(log, 'chat', { err: error }, 'old changes of conversations could not be removed')),
    forgetMinutes * 60_000,
  );
  forgetting.unref();
  return {
    routes: chatRoutes({
      ...{ chat, staff, clock },
      files: createMessageFiles(database, files),
      messageMembers: createMembersMessages({ database, care, clock, send, chatIsOn }),
    }),
    liveRoutes: [live.route],
    personalData: chatPersonalData(database, people),
    bell: createBellMessages({ database, clock, noteChange, chatIsOn }),
    say: createSay({ care, clock, send }),
    sayWhereWritten: createSayWhereWritten({ clock, send }),
    fileChanged: createFileChanged(noteChange),
    messageDays: createReadMessageDays(database),
    takingPart: (sql, tenantId, memberId) => participants.of(sql, tenantId, unwritten(memberId)),
    unanswered: async (tenantId, ...asked) => ((await chatIsOn(tenantId)) ? readUnanswered(database, tenantId, ...asked) : []),
    async stop() {
      clearInterval(forgetting);
      await live.stop();
    },
  };
}
