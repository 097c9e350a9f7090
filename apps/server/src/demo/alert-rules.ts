import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { NewRule } from '@vigil/contract/alerts.forms';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { Log } from '#platform/log.ts';
import { type DemoTenant, demoId, tenantId } from './people.ts';

export interface AlertRulesDeps {
  readonly alertRules: {
    /** Writes a rule; the same again is written once. */
    readonly create: (tenantId: string, by: string, rule: NewRule) => Promise<AlertRuleWhole>;
    readonly publish: (tenantId: string, ruleId: string, revision: number, state: 'shadow' | 'live') => Promise<unknown>;
  };
  readonly log: Pick<Log, 'warn'>;
}

/** The tenants' physicians have taken over every default: those of low severity run in the shadow, all others live. Once. */
export async function seedAlertRules({ alertRules, log }: AlertRulesDeps, tenants: readonly DemoTenant[]): Promise<void> {
  for (const tenant of tenants)
    for (const { id, title, rule } of defaultRules) {
      const sent = { id: demoId(`${tenant.code}/alert-rule/${id}`), title, definition: rule, defaultId: id };
      try {
        const stored = await alertRules.create(tenantId(tenant), demoId(`${tenant.code}/md`), sent);
        const state = rule.severity === 'LOW' ? 'shadow' : 'live';
        if (stored.revision === 1) await alertRules.publish(tenantId(tenant), stored.id, stored.revision, state);
      } catch (error) {
        // Somebody has changed it since, and theirs stays.
        log.warn({ err: error }, 'demo: a default rule was not taken over');
      }
    }
}
