/** What a program brings a member (specification 1§3: "Content items: pledge, insight, survey"). */
export const stepTypes = ['insight', 'pledge', 'survey'] as const;
export type StepType = (typeof stepTypes)[number];

/** The life of a pledge and of an insight, literally as in specification 1§4. */
export const pledgeStatuses = ['created', 'delivered', 'opted', 'achieved', 'expired'] as const;
export type PledgeStatus = (typeof pledgeStatuses)[number];
export const insightStatuses = ['created', 'delivered', 'read', 'rated', 'expired'] as const;
export type InsightStatus = (typeof insightStatuses)[number];
/** A survey of a program is created and delivered as they are; the one status that the specification names is `completed`. */
export const surveyStatuses = ['created', 'delivered', 'completed', 'expired'] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];
export type ItemStatus = PledgeStatus | InsightStatus | SurveyStatus;

/** What happens to an item: by the server's clock (`deliver`, `expire`), or by what the member does. */
export type ItemEvent = 'deliver' | 'expire' | 'opt' | 'achieve' | 'read' | 'rate' | 'complete';

/** Every move that there is, as rows of from, event, to. What is in no row does not happen. */
const moves: Readonly<Record<StepType, readonly (readonly [from: ItemStatus, event: ItemEvent, to: ItemStatus])[]>> = {
  insight: [
    ['created', 'deliver', 'delivered'],
    ['delivered', 'read', 'read'],
    // Whoever rates has read.
    ['delivered', 'rate', 'rated'],
    ['read', 'rate', 'rated'],
    // A rating can be thought over.
    ['rated', 'rate', 'rated'],
    ['delivered', 'expire', 'expired'],
  ],
  pledge: [
    ['created', 'deliver', 'delivered'],
    ['delivered', 'opt', 'opted'],
    ['opted', 'achieve', 'achieved'],
    ['delivered', 'expire', 'expired'],
    ['opted', 'expire', 'expired'],
  ],
  survey: [
    ['created', 'deliver', 'delivered'],
    ['delivered', 'complete', 'completed'],
    ['delivered', 'expire', 'expired'],
  ],
};

/** The status that an event leads to; null where it cannot happen in this status. */
export function statusAfter(type: StepType, status: ItemStatus, event: ItemEvent): ItemStatus | null {
  return moves[type].find(([from, one]) => from === status && one === event)?.[2] ?? null;
}

/** Statuses in which an item can no longer expire because the member has done what it asks: each type's own. */
const doneStatuses: readonly ItemStatus[] = ['read', 'rated', 'achieved', 'completed'];

/** Whether the member has done what the item asks. An opted pledge is promised and not done. */
export function isDone(status: ItemStatus): boolean {
  return doneStatuses.includes(status);
}

/** Whether nothing more can come of an item: done, or expired. */
export function isOver(status: ItemStatus): boolean {
  return isDone(status) || status === 'expired';
}
