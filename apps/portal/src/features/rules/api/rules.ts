import { useQueryClient } from '@tanstack/react-query';
import { alerts, factuaryCohorts, factuarySurveys } from '@vigil/contract';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { endpointQuery, useEndpointMutation } from '#lib/endpoint-query.ts';

/** All that a change of a rule makes old. */
const touches = [alerts.listRules, alerts.getRule, alerts.listMemberRules] as const;

export const rulesQuery = () => endpointQuery(alerts.listRules, {}, { quiet: 'once-answered' });
export const ruleQuery = (ruleId: string) => endpointQuery(alerts.getRule, { params: { ruleId } }, { quiet: true });
export const defaultsQuery = () => ({ ...endpointQuery(alerts.listDefaults, {}, { quiet: true }), staleTime: Number.POSITIVE_INFINITY });
export const memberRulesQuery = (userId: string) => endpointQuery(alerts.listMemberRules, { params: { userId } }, { quiet: true });

/** What layers and backtests name. */
export const cohortsQuery = () => ({ ...endpointQuery(factuaryCohorts.listCohorts, {}, { quiet: true }), staleTime: 60_000 });
/** What a rule can be about; told to clinical staff. */
export const surveysQuery = () => ({
  ...endpointQuery(factuarySurveys.listSurveys, { query: {} }, { quiet: true }),
  staleTime: 60_000,
});

/** What the rule has become is known at once. */
function useKnown() {
  const client = useQueryClient();
  return { touches, quiet: true, onSuccess: (rule: AlertRuleWhole) => client.setQueryData(ruleQuery(rule.id).queryKey, rule) } as const;
}
export const useCreateRule = () => useEndpointMutation(alerts.createRule, useKnown());
export const useChangeRule = () => useEndpointMutation(alerts.changeRule, useKnown());
export const usePublishRule = () => useEndpointMutation(alerts.publishRule, useKnown());
export const useRetireRule = () => useEndpointMutation(alerts.retireRule, useKnown());
export const useSetCohortLayer = () => useEndpointMutation(alerts.setCohortLayer, useKnown());
export const useSetMemberLayer = () => useEndpointMutation(alerts.setMemberLayer, { touches: [alerts.listMemberRules], quiet: true });
