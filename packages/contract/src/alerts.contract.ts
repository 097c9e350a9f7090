import { versionStates } from '@vigil/domain/alerts/rule';
import * as z from 'zod';
import { access } from './access.ts';
import {
  changedRule,
  cohortLayer,
  memberLayer,
  newRule,
  publishedRule,
  retiredRule,
  ruleDefinition,
  ruleSettings,
} from './alerts.forms.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

const base = '/alerts/api/v1';
/** Milliseconds since 1970. */
const milliseconds = z.number().int();
/** Unix seconds. */
const moment = z.number();

/** One version of a rule. An alert names the version that fired it. */
export const ruleVersion = z
  .object({
    version: z.number().int(),
    state: z.enum(versionStates),
    title: z.string(),
    definition: ruleDefinition,
    writtenBy: id,
    writtenAt: milliseconds,
    /** When it came into its state. */
    stateSince: milliseconds,
  })
  .meta({ id: 'AlertRuleVersion' });

/** A rule of the tenant. `revision` counts every change, of its versions and of its cohorts' layers. */
export const alertRule = z
  .object({
    ...{ id, defaultId: z.string().nullable(), revision: z.number().int(), versions: z.array(ruleVersion) },
    /** How many cohorts have something otherwise. */
    cohortLayers: z.number().int(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRuleAnswer = z.output<typeof alertRule>;

/** What a cohort has otherwise. */
const storedCohortLayer = z
  .object({ cohortId: id, place: z.number().int(), settings: ruleSettings, saidBy: id, saidAt: milliseconds })
  .meta({ id: 'AlertRuleCohortLayer' });

/** A rule with its versions, the newest first, and what cohorts have otherwise. */
export const alertRuleWhole = alertRule.extend({ cohorts: z.array(storedCohortLayer) }).meta({ id: 'AlertRuleWhole' });
export type AlertRuleWhole = z.output<typeof alertRuleWhole>;

const ruleId = z.object({ ruleId: id });
const ofRule = `${base}/rules/{ruleId}` as const;

export const listDefaults = endpoint({
  id: 'alerts.listDefaults',
  service: 'alerts',
  method: 'GET',
  path: `${base}/defaults`,
  summary: 'Rules for every vital sign that a tenant may begin with, each with its source',
  access: access.staff(),
  response: z.array(z.object({ id: z.string(), title: z.string(), source: z.string(), definition: ruleDefinition })),
});

export const listRules = endpoint({
  id: 'alerts.listRules',
  service: 'alerts',
  method: 'GET',
  path: `${base}/rules`,
  summary: 'The tenant’s alert rules by title, each with its versions that run and its newest one',
  access: access.staff(),
  response: z.array(alertRule),
});

export const getRule = endpoint({
  id: 'alerts.getRule',
  service: 'alerts',
  method: 'GET',
  path: ofRule,
  summary: 'One alert rule with all its versions and what cohorts have otherwise',
  access: access.staff(),
  params: ruleId,
  response: alertRuleWhole,
  errors: ['not_found'],
});

export const createRule = endpoint({
  id: 'alerts.createRule',
  service: 'alerts',
  method: 'POST',
  path: `${base}/rules`,
  summary: 'Write a rule: a draft, which does not run. Sent again with the same id it is made once',
  access: access.authorRules(),
  body: newRule,
  response: alertRuleWhole,
  errors: ['conflict'],
});

export const changeRule = endpoint({
  id: 'alerts.changeRule',
  service: 'alerts',
  method: 'PUT',
  path: ofRule,
  summary:
    'Change a rule: its draft, or a new draft after the version that runs. A stale change is refused, naming both values of each field',
  access: access.authorRules(),
  params: ruleId,
  body: changedRule,
  response: alertRuleWhole,
  errors: ['not_found', 'conflict'],
});

export const publishRule = endpoint({
  id: 'alerts.publishRule',
  service: 'alerts',
  method: 'POST',
  path: `${ofRule}/publish`,
  summary:
    'Let the newest version run, in the shadow or live. The version that was live before is retired. Limits far outside the usual range are asked about: `limitsConfirmed` says that they are right',
  access: access.authorRules(),
  params: ruleId,
  body: publishedRule,
  response: alertRuleWhole,
  errors: ['not_found', 'conflict'],
});

export const retireRule = endpoint({
  id: 'alerts.retireRule',
  service: 'alerts',
  method: 'POST',
  path: `${ofRule}/retire`,
  summary: 'Retire a rule: no version of it runs any more. A later change makes a new draft',
  access: access.authorRules(),
  params: ruleId,
  body: retiredRule,
  response: alertRuleWhole,
  errors: ['not_found', 'conflict'],
});

export const setCohortLayer = endpoint({
  id: 'alerts.setCohortLayer',
  service: 'alerts',
  method: 'PUT',
  path: `${ofRule}/cohorts/{cohortId}`,
  summary: 'Say what a cohort has otherwise than the tenant; without settings, nothing. Limits are asked about as in publishing',
  access: access.authorRules(),
  params: ruleId.extend({ cohortId: id }),
  body: cohortLayer,
  response: alertRuleWhole,
  errors: ['not_found', 'conflict'],
});

const layer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tenant') }),
  z.object({ kind: z.literal('cohort'), cohortId: id }),
  z.object({ kind: z.literal('member') }),
]);
const { system: _, ...layered } = ruleDefinition.shape;
const layeredFields = Object.keys(layered) as [keyof typeof layered, ...(keyof typeof layered)[]];

/** The rule that holds for one member, and whose word each field is. */
export const memberRule = z
  .object({
    ruleId: id,
    title: z.string(),
    version: z.number().int(),
    state: z.enum(versionStates),
    rule: ruleDefinition,
    layers: z.record(z.enum(layeredFields), layer),
    /** What would hold without the member's own word. */
    inherited: ruleDefinition,
    /** Why and until when (Unix seconds) it does not run for the member; null while it runs. */
    off: z.object({ reason: z.string(), until: moment }).nullable(),
    /** What the member has otherwise; `revision` 0 where nobody has said anything. */
    own: z.object({ revision: z.number().int(), settings: ruleSettings, saidBy: id.nullable(), saidAt: milliseconds.nullable() }),
  })
  .meta({ id: 'AlertRuleOfMember' });
export type MemberRule = z.output<typeof memberRule>;

export const listMemberRules = endpoint({
  id: 'alerts.listMemberRules',
  service: 'alerts',
  method: 'GET',
  path: `${base}/users/{userId}/rules`,
  summary: 'The rules that run for a member, in the shadow or live, each field with the layer whose word it is',
  access: access.clinicalStaffReadMember('userId'),
  params: z.object({ userId: id }),
  response: z.array(memberRule),
});

export const setMemberLayer = endpoint({
  id: 'alerts.setMemberLayer',
  service: 'alerts',
  method: 'PUT',
  path: `${base}/users/{userId}/rules/{ruleId}`,
  summary:
    'Say what one member has otherwise, or switch a rule off for a member, with a reason and an end. Limits are asked about as in publishing',
  access: access.adaptForMember('userId'),
  params: z.object({ userId: id, ruleId: id }),
  body: memberLayer,
  response: memberRule,
  errors: ['not_found', 'conflict'],
});
