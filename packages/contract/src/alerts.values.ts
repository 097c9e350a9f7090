import type { Role } from '@vigil/domain/roles';

/** Longest title of a rule, in characters. */
export const longestRuleTitle = 120;

/** Longest reason for switching a rule off for a member, in characters. */
export const longestOffReason = 500;

/** Rules of one tenant, retired ones counted. */
export const mostRules = 500;

/** Versions that one rule can have. */
export const mostRuleVersions = 200;

/** The lowest place in the tenant's order of its cohorts; 1 comes first. */
export const lastCohortPlace = 1_000;

/** The longest time for which a rule can be switched off for a member, in days. */
export const longestOffDays = 366;

/** Versions that one backtest compares. */
export const mostBacktestCandidates = 4;

/** Members whom one backtest looks at. */
export const mostBacktestMembers = 1_000;

/** Days that one backtest goes back. */
export const mostBacktestDays = 90;

/** `lost`: the server that worked on it is gone; what it found until then is there. */
export const backtestStates = ['running', 'done', 'cancelled', 'failed', 'lost'] as const;
export type BacktestState = (typeof backtestStates)[number];

/** Who writes the rules of the tenant and what cohorts have otherwise. */
export const ruleAuthorRoles = ['md', 'tenant_admin'] as const satisfies readonly Role[];
export const mayAuthorRules = (roles: readonly Role[]): boolean => ruleAuthorRoles.some((role) => roles.includes(role));

/** Who decides for one member what rules and scores go by. */
export const memberAdapterRoles = ['md', 'nurse'] as const satisfies readonly Role[];
export const mayAdaptForMember = (roles: readonly Role[]): boolean => memberAdapterRoles.some((role) => roles.includes(role));
