import { VigilError } from '@vigil/contract/errors';
import { actionRolesOf } from '@vigil/contract/factuary-actions.values';
import type { HandoffDraft, HandoffFacts } from '@vigil/contract/triage-handoffs.contract';
import type { SavedHandoff } from '@vigil/contract/triage-handoffs.forms';
import { type HandoffScope, mostHandoffMembers } from '@vigil/contract/triage-handoffs.values';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { AlertsModule } from '../../alerts/index.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { CareRelations } from '../../registry/relations/index.ts';
import type { TodayViewer } from '../today/viewer.ts';
import type { DraftsStore, StoredDraft } from './drafts.store.ts';
import { type FactSources, gatherFacts } from './facts.ts';
import { type ReceiversDeps, readReceivers } from './receivers.ts';
import { sinceOf } from './since.ts';

export interface DraftQuestion {
  /** Instead of what is saved. Unix seconds. */
  readonly since: number | undefined;
  readonly scope: HandoffScope | undefined;
  /** Members whom the author may see. */
  readonly visible: 'tenant' | readonly string[];
}

export interface DraftsDeps extends FactSources, ReceiversDeps {
  readonly actions: FactSources['actions'] & Pick<Actions, 'membersOfAssignee'>;
  readonly people: Pick<People, 'care' | 'birthDatesOf'>;
  readonly assignments: Pick<CareRelations['assignments'], 'membersBy'>;
  readonly shiftsOf: AlertsModule['onCall']['shiftsOf'];
  readonly store: DraftsStore;
  readonly clock: Clock;
}

/** A draft before anybody is named in it. */
export interface PreparedDraft {
  readonly stored: StoredDraft;
  readonly sinceMs: number;
  /** When it was looked. */
  readonly asOfMs: number;
  /** Members about whom there is something to tell, the worst first; then those about whom only something was written. */
  readonly members: readonly (readonly [userId: string, facts: HandoffFacts])[];
}

export interface Drafts {
  /** The draft, and the members whom its numbers are about where they are few. */
  read(author: TodayViewer, question: DraftQuestion): Promise<{ readonly draft: HandoffDraft; readonly counted: readonly string[] }>;
  /** Throws conflict where the draft is not at the revision that was read, and not_found for one that is not the author's. */
  save(author: TodayViewer, id: string, sent: SavedHandoff): Promise<{ handoff_id: string; revision: number; saved_at: number }>;
  /** What would be handed over now of what is saved. */
  prepare(author: TodayViewer, visible: DraftQuestion['visible']): Promise<PreparedDraft>;
}

const nothing: HandoffFacts = { severity: null, open: [], happened: [], has_more: false, due: [] };

export function createDrafts(deps: DraftsDeps): Drafts {
  const { store, clock, people } = deps;

  async function gather(author: TodayViewer, { since, scope: asked, visible }: DraftQuestion) {
    const { tenantId, id, roles } = author;
    const nowMs = clock.now();
    const [stored, lastTimes, shifts] = await Promise.all([
      store.draftOf(tenantId, id),
      store.lastTimes(tenantId, id),
      deps.shiftsOf(tenantId, id, actionRolesOf(roles)),
    ]);
    const chosen = since === undefined ? (stored.row?.since ?? null) : since * 1000;
    const { sinceMs, from } = sinceOf({ chosen, ...lastTimes, shiftFrom: shifts[0]?.fromMs ?? null }, nowMs);
    const isOnCall = shifts.some(({ isNow }) => isNow);
    const own = await ownMembers(deps, author, visible);
    const chosenScope = asked ?? stored.row?.scope ?? null;
    const scope = chosenScope ?? (isOnCall || own.length === 0 ? 'all' : 'mine');
    const of = scope === 'all' ? visible : own;
    const gathered = await gatherFacts(deps, tenantId, of, { sinceMs, nowMs });
    const mayNow = visible === 'tenant' ? null : new Set(visible);
    const written = [...stored.texts.keys()].filter((userId) => !gathered.facts.has(userId) && (mayNow === null || mayNow.has(userId)));
    const named = new Map((await people.care.named(tenantId, [...gathered.facts.keys(), ...written])).map((row) => [row.id, row]));
    const isThere = (userId: string) => named.get(userId)?.isInTheTenant !== false && named.has(userId);
    const told = [...gathered.facts].filter(([userId]) => isThere(userId));
    const hasText = (userId: string) => stored.texts.has(userId);
    // Whoever something was written about is never left out.
    const listed = told.filter(([userId], index) => index < mostHandoffMembers || hasText(userId));
    const members = [...listed, ...written.map((userId) => [userId, nothing] as const)];
    return { ...{ nowMs, stored, sinceMs, from, scope, of, shifts, named, members, gathered }, isScopeChosen: chosenScope !== null, told };
  }

  return {
    async read(author, question) {
      const { tenantId } = author;
      const found = await gather(author, question);
      const { stored, members, named, told, gathered, nowMs } = found;
      const userIds = members.map(([userId]) => userId);
      const [birthDates, { count: total, few }, receivers] = await Promise.all([
        people.birthDatesOf(tenantId, userIds),
        store.countMembers(tenantId, found.of),
        readReceivers(deps, author, found.shifts, userIds),
      ]);
      const goingOn = found.shifts.filter(({ isNow }) => isNow).map(({ untilMs }) => untilMs ?? nowMs);
      const draft = {
        ...{
          handoff_id: stored.row?.id ?? null,
          revision: stored.row?.revision ?? 0,
          saved_at: stored.row ? stored.row.savedAt / 1000 : null,
        },
        ...{ since: found.sinceMs / 1000, since_from: found.from, scope: found.scope, is_scope_chosen: found.isScopeChosen },
        situation: stored.row?.situation ?? '',
        members: members.map(([userId, facts]) => ({
          user_id: userId,
          user: userOf(named.get(userId), birthDates.get(userId)),
          facts,
          ...(stored.texts.get(userId) ?? { summary: '', to_do: '', contingency: '' }),
        })),
        quiet: Math.max(0, total - told.length),
        without_data: gathered.withoutData.length,
        left_out: told.length - members.filter(([userId]) => gathered.facts.has(userId)).length,
        is_cut: gathered.isCut,
        on_call_until: goingOn.length > 0 ? Math.max(...goingOn) / 1000 : null,
        receivers,
        as_of: nowMs / 1000,
      };
      return { draft, counted: few };
    },

    async save({ tenantId, id: byId }, id, sent) {
      const row = await store.save(tenantId, byId, id, sent);
      if (row) return { handoff_id: id, revision: row.revision, saved_at: row.savedAt / 1000 };
      const stored = await store.row(tenantId, id);
      if (stored && stored.byId === byId && stored.state !== 'draft') throw notADraft();
      if (sent.revision > 0 && (!stored || stored.byId !== byId)) throw noSuchHandoff();
      throw savedElsewhere();
    },

    async prepare(author, visible) {
      const { stored, sinceMs, members, nowMs } = await gather(author, { since: undefined, scope: undefined, visible });
      return { stored, sinceMs, members, asOfMs: nowMs };
    },
  };
}

/** Whom somebody looks after, directly, in a care team or by an action: of those whom the person may see. */
async function ownMembers(
  { assignments, actions }: Pick<DraftsDeps, 'assignments' | 'actions'>,
  { tenantId, id }: TodayViewer,
  visible: DraftQuestion['visible'],
): Promise<string[]> {
  const found = await Promise.all([
    assignments.membersBy('directly', tenantId, id),
    assignments.membersBy('in_teams', tenantId, id),
    actions.membersOfAssignee(tenantId, id),
  ]);
  const may = visible === 'tenant' ? null : new Set(visible);
  return [...new Set(found.flat())].filter((userId) => may === null || may.has(userId));
}

/** How a handoff names a member. */
export const userOf = (row: { readonly givenName: string; readonly familyName: string } | undefined, birthday: string | undefined) => ({
  ...{ firstName: row?.givenName ?? '', lastName: row?.familyName ?? '', birthday: birthday ?? null },
});

export const noSuchHandoff = () => new VigilError('not_found', 'There is no such handoff.');
export const notADraft = () =>
  new VigilError('conflict', 'This handoff was handed over or withdrawn already, so it can’t be changed. Nothing was stored.');
export const savedElsewhere = () =>
  new VigilError(
    'conflict',
    'Your draft was saved in another tab or on another device. Nothing was stored. Read it again, then change that.',
  );
