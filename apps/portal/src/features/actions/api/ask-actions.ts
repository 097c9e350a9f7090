import { alerts, factuaryActions, factuarySurveys, registryCareTeam } from '@vigil/contract';
import { type ActionCategoryId, type AskedStatus, liveStatuses } from '@vigil/contract/factuary-actions.values';
import { endpointQuery } from '#lib/endpoint-query.ts';
import type { OpenActionsSearch } from '../open-actions-search.ts';

export const shows = ['LIVE', 'ENDED', 'ALL'] as const;

/** Which of a member's actions are shown. */
export interface ActionsView {
  readonly show: (typeof shows)[number];
  readonly category: ActionCategoryId | null;
  /** From 0. */
  readonly page: number;
}

const statusesOf: Readonly<Record<ActionsView['show'], readonly AskedStatus[] | null>> = {
  LIVE: liveStatuses,
  ENDED: ['COMPLETED', 'CLOSED', 'EXPIRED'],
  ALL: null,
};
const perPage = 20;
const openActionsOfPage = 50;

/** A page of a member's actions. Whoever asks shows the failure. */
export const actionsQuery = (memberId: string, { show, category, page }: ActionsView) => {
  const statuses = statusesOf[show];
  const query = {
    ...{ user_id: memberId, page, per_page: perPage },
    ...(statuses === null ? { skip_ttl: 'true' as const } : { status: statuses.join(',') }),
    ...(category !== null && { category }),
  };
  return endpointQuery(factuaryActions.listActions, { query }, { quiet: true });
};

/** Open actions of all members whom the person may see. Whoever asks shows the failure. */
export const openActionsQuery = ({ whose, status, category, priority, page }: OpenActionsSearch) =>
  endpointQuery(
    factuaryActions.listActions,
    {
      query: {
        ...{ mine: whose === 'mine' ? 'true' : 'false', page: page - 1, per_page: openActionsOfPage },
        status: status === 'any' ? liveStatuses.join(',') : status,
        ...(category !== 'any' && { category }),
        ...(priority !== 'any' && { priority }),
      },
    },
    { quiet: true },
  );

/** One action with evidence and history. */
export const actionQuery = (actionId: string) => endpointQuery(factuaryActions.getAction, { params: { actionId } }, { quiet: true });

/** Which answer called for an action. */
export const urgentAnswerQuery = (memberId: string, actionId: string) =>
  endpointQuery(factuarySurveys.getUrgentAnswer, { params: { id: memberId, actionId } }, { quiet: true });

/** The rules that run for a member, as they hold for them. */
export const memberRulesQuery = (userId: string) => ({
  ...endpointQuery(alerts.listMemberRules, { params: { userId } }, { quiet: true }),
  staleTime: 60_000,
});

/** Whom an action can be given to. */
export const careTeamQuery = () => endpointQuery(registryCareTeam.getCaseloads, {}, { quiet: true });
