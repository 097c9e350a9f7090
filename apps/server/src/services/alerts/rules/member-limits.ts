import { type MemberLimits, namedRule, noLimits, type RuleStanding, type ValueLimit } from '@vigil/domain/alerts/out-of-range';
import type { Database } from '#platform/postgres/database.ts';
import type { ReadLimits } from '#services/events-processor/index.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { MemberRules } from './member-rules.ts';
import type { RulesStore, RuleVersionRow } from './rules.store.ts';
import { readStandings, type StandingRow } from './standings.store.ts';

interface MemberLimitsDeps {
  readonly database: Database;
  readonly store: Pick<RulesStore, 'versions'>;
  readonly memberRules: Pick<MemberRules, 'layered'>;
  readonly actions: Pick<Actions, 'openAmong'>;
}

/** The live rules about readings as limits of each member: the tenant's, the cohort's or the member's own level, without what is switched off. */
export function createTenantLimits({ database, store, memberRules, actions }: MemberLimitsDeps): ReadLimits {
  return async (tenantId) => {
    const versions = (await store.versions(tenantId)).filter(isAboutReadings);
    return {
      metrics: [...new Set(versions.flatMap(({ definition: { subject } }) => (subject.kind === 'metric' ? [subject.metric] : [])))],
      async of(userIds) {
        if (userIds.length === 0 || versions.length === 0) return () => noLimits;
        const [{ effective, hasLayers }, standings] = await Promise.all([
          memberRules.layered(tenantId, userIds),
          readStandings(database, tenantId, userIds),
        ]);
        const open = await actions.openAmong(
          tenantId,
          standings.flatMap(({ actionId }) => actionId ?? []),
        );
        const rulesOf = (userId: string) => versions.flatMap((version) => namedRule(version, effective(version, userId)) ?? []);
        const plain = userIds.find((userId) => !hasLayers(userId));
        const ofTenant = plain === undefined ? [] : rulesOf(plain);
        const standingsOf = Map.groupBy(standings, ({ userId }) => userId);
        const withoutStanding: MemberLimits = { limits: ofTenant.filter(isValue), standings: [] };
        return (userId) => {
          const held = standingsOf.get(userId);
          if (!held && !hasLayers(userId)) return withoutStanding;
          const rules = hasLayers(userId) ? rulesOf(userId) : ofTenant;
          return { limits: rules.filter(isValue), standings: (held ?? []).flatMap((row) => standing(rules, row, open) ?? []) };
        };
      },
    };
  };
}

type Named = NonNullable<ReturnType<typeof namedRule>>;

const isAboutReadings = ({ state, definition }: RuleVersionRow) => state === 'live' && definition.subject.kind === 'metric';
const isValue = (rule: Named): rule is Named & ValueLimit => rule.against === 'value';

function standing(
  rules: readonly Named[],
  { ruleId, holdsSince, firedAt, actionId }: StandingRow,
  open: ReadonlySet<string>,
): RuleStanding | null {
  const rule = rules.find((one) => one.ruleId === ruleId);
  if (!rule) return null;
  const openId = actionId !== null && open.has(actionId) ? actionId : null;
  return { ...rule, level: isValue(rule) ? rule.level : null, holdsSince, firedAt, actionId: openId };
}
