import { VigilError } from '@vigil/contract/errors';
import type { HandingOver } from '@vigil/contract/triage-handoffs.forms';
import type { HandoffState } from '@vigil/contract/triage-handoffs.values';
import { careTeamRoles } from '@vigil/domain/roles';
import type { CareUserRow, People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { publish, withdraw } from '../../notification/index.ts';
import type { TodayViewer } from '../today/viewer.ts';
import { type Drafts, noSuchHandoff, notADraft, savedElsewhere } from './drafts.service.ts';
import type { HandoffRow } from './drafts.store.ts';
import { acknowledge, handOver, holdHandoff, type KeptFacts, withdrawHandoff } from './handing-over.store.ts';
import type { ReceiversDeps } from './receivers.ts';

type Visible = 'tenant' | readonly string[];

export interface HandingOverDeps extends Pick<ReceiversDeps, 'visibleTo'> {
  readonly database: Pick<Database, 'tenant'>;
  readonly people: Pick<People, 'care'>;
  readonly drafts: Pick<Drafts, 'prepare'>;
  readonly publish: typeof publish;
  readonly withdrawPushes: typeof withdraw;
}

export interface HandingOverService {
  /** Throws not_found, conflict for what was saved or handed over elsewhere, and invalid_input by field for who cannot take over. */
  handOver(author: TodayViewer, visible: Visible, id: string, sent: HandingOver): Promise<void>;
  /** Throws not_found, forbidden for whoever it was not handed to, and conflict where it was withdrawn or acknowledged in other words. */
  acknowledge(receiver: TodayViewer, id: string, readBack: string): Promise<void>;
  /** Throws not_found for whoever did not write it, and conflict for what was acknowledged. */
  withdraw(author: TodayViewer, id: string): Promise<HandoffState>;
}

export function createHandingOver(deps: HandingOverDeps): HandingOverService {
  const { database, people } = deps;

  const tell = (sql: Sql, tenantId: string, toId: string, id: string, description: string) => {
    const push = { contentType: 'ACTION', patientId: null, aboutId: id, opens: 'handoff' } as const;
    return deps.publish(sql, { ...push, tenantId, to: { userIds: [toId] }, description });
  };
  /** Open pages of somebody ask again; nothing stands in the bell. */
  const refresh = (sql: Sql, tenantId: string, toId: string) => {
    const push = { contentType: 'ACTION', patientId: null, description: 'A handoff has changed', forScreensOnly: true } as const;
    return deps.publish(sql, { ...push, tenantId, to: { userIds: [toId] } });
  };

  async function requireReceiver(author: TodayViewer, toId: string): Promise<void> {
    const [row] = await people.care.named(author.tenantId, [toId]);
    if (toId === author.id || !row || !canTakeOver(row))
      throw new VigilError('invalid_input', 'Choose a colleague of the care team who can take over. Nothing was handed over.', {
        fields: [{ field: 'to_id', message: 'Has to be somebody else of the care team, who is not on hold' }],
      });
  }

  return {
    async handOver(author, visible, id, { revision, to_id: toId }) {
      const { tenantId } = author;
      const { stored, sinceMs, asOfMs, members } = await deps.drafts.prepare(author, visible);
      const isRead = stored.row?.id === id;
      if (isRead) await requireReceiver(author, toId);
      const told = new Set(members.map(([userId]) => userId));
      const kept: KeptFacts[] = [
        ...members,
        ...[...stored.texts.keys()].filter((userId) => !told.has(userId)).map((userId) => [userId, null] as const),
      ];
      const seen = await deps.visibleTo(tenantId, toId);
      const count = seen === 'tenant' ? kept.length : kept.filter(([userId]) => seen.includes(userId)).length;
      const [from] = await people.care.named(tenantId, [author.id]);
      await database.tenant(tenantId, async (sql) => {
        const row = await requireOwn(sql, author, id);
        // Sent again, because its answer was lost.
        if (row.toId === toId && row.revision === revision && (row.state === 'handed_over' || row.state === 'acknowledged')) return;
        if (row.state !== 'draft') throw notADraft();
        if (!isRead || row.revision !== revision || stored.row?.revision !== revision) throw savedElsewhere();
        await handOver(sql, tenantId, id, { toId, sinceMs, asOfMs, kept });
        await tell(sql, tenantId, toId, id, `Handoff from ${nameOf(from)} · ${count} ${count === 1 ? 'member' : 'members'}`);
      });
    },

    async acknowledge({ tenantId, id: userId }, id, readBack) {
      const [receiver] = await people.care.named(tenantId, [userId]);
      await database.tenant(tenantId, async (sql) => {
        const row = await holdHandoff(sql, tenantId, id);
        if (!row || row.state === 'draft') throw noSuchHandoff();
        if (row.toId !== userId) throw notHandedToYou();
        if (row.state === 'withdrawn') throw withdrawn();
        if (row.state === 'acknowledged') {
          if (row.readBack === readBack) return;
          throw acknowledgedBefore();
        }
        await acknowledge(sql, tenantId, id, readBack);
        await tell(sql, tenantId, row.byId, id, `${nameOf(receiver)} acknowledged your handoff`);
        await refresh(sql, tenantId, userId);
      });
    },

    async withdraw(author, id) {
      const { tenantId } = author;
      return database.tenant(tenantId, async (sql) => {
        const row = await requireOwn(sql, author, id);
        if (row.state === 'acknowledged') throw takenOver();
        if (row.state === 'withdrawn') return row.state;
        await withdrawHandoff(sql, tenantId, row);
        await deps.withdrawPushes(sql, tenantId, [id]);
        if (row.toId !== null) await refresh(sql, tenantId, row.toId);
        return 'withdrawn';
      });
    },
  };
}

async function requireOwn(sql: Sql, author: TodayViewer, id: string): Promise<HandoffRow> {
  const row = await holdHandoff(sql, author.tenantId, id);
  if (!row || row.byId !== author.id) throw noSuchHandoff();
  return row;
}

const canTakeOver = ({ roles, isInTheTenant, isOnHold }: CareUserRow) =>
  isInTheTenant !== false && !isOnHold && roles.some((role) => (careTeamRoles as readonly string[]).includes(role));
const nameOf = (row: CareUserRow | undefined) => `${row?.givenName ?? ''} ${row?.familyName ?? ''}`.trim();

const notHandedToYou = () =>
  new VigilError('forbidden', 'This handoff went to a colleague. Only they can acknowledge it. Nothing was changed.');
const withdrawn = () =>
  new VigilError('conflict', 'This handoff was withdrawn before you acknowledged it. Ask your colleague about it. Nothing was changed.');
const acknowledgedBefore = () => new VigilError('conflict', 'You acknowledged this handoff before. What you wrote then stays as it is.');
const takenOver = () =>
  new VigilError('conflict', 'Your colleague has acknowledged this handoff, so it can’t be withdrawn. Nothing was changed.');
