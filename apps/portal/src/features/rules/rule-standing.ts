import type { AlertRuleAnswer } from '@vigil/contract/alerts.contract';
import type { VersionState } from '@vigil/domain/alerts/rule';

type Version = AlertRuleAnswer['versions'][number];

/** The version that a list shows of a rule: the one that runs live, else in the shadow, else the newest. */
export function shownVersion({ versions }: Pick<AlertRuleAnswer, 'versions'>): Version | undefined {
  return versions.find(({ state }) => state === 'live') ?? versions.find(({ state }) => state === 'shadow') ?? versions[0];
}

/** The versions that say where a rule stands, the newest first: what runs, and the draft that waits; retired only where nothing else is. */
export function standingOf({ versions }: Pick<AlertRuleAnswer, 'versions'>): readonly Version[] {
  const standing = versions.filter(({ state }) => state !== 'retired');
  return standing.length > 0 ? standing : versions.slice(0, 1);
}

/** In which order states are listed: what tells people comes first. */
export const stateOrder: Readonly<Record<VersionState, number>> = { live: 0, shadow: 1, draft: 2, retired: 3 };
