import { lastLevel } from './alarm.ts';

/** Who is asked, level by level: those who have the action first, in the end everybody who could decide. */
export const chainSteps = ['assignee', 'primary_team', 'on_call_for_role', 'on_call_md', 'all_providers'] as const;
export type ChainStep = (typeof chainSteps)[number];

/** From this level on people are also written to: whoever looks at the portal has been told and has not answered. */
export const firstWrittenLevel = 1;

/**
 * The level at which somebody is really told: a step without anybody is skipped at once. The last level where there is nobody
 * further up; who is told there, when it is empty as well, is for the caller to say.
 */
export function levelWithSomebody(level: number, isThere: (step: ChainStep) => boolean): number {
  const found = chainSteps.findIndex((step, index) => index >= level && isThere(step));
  return found === -1 ? lastLevel : found;
}
