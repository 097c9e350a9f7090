import { rangedMetrics } from '@vigil/domain/metrics/normal-ranges';
import * as z from 'zod';
import { access } from './access.ts';
import { settingsChange } from './configurator.forms.ts';
import { chatStates, settingGroups, settingSources } from './configurator.values.ts';
import { endpoint } from './endpoint.ts';
import { id, pageNumber, pageSize } from './shapes.ts';

const beforeSignIn = access.anyone(
  'The portal reads its configuration before anybody has signed in; it holds no secret and no personal data.',
);

/** Pages of the portal that the identity provider may send people back to, at every host of the portal. */
export const signInPaths = {
  /** Where the authorisation code arrives. */
  callback: '/auth/callback',
  /** The same for silent renewal, in a hidden frame. */
  silent: '/auth/silent',
  /** After signing out. */
  signedOut: '/',
} as const;

/** Flags may be nested by path: `featureFlags.auth.magicLink`. */
export type FeatureFlags = { [name: string]: boolean | FeatureFlags };
const featureFlags: z.ZodType<FeatureFlags> = z.lazy(() => z.record(z.string(), z.union([z.boolean(), featureFlags])));

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A colour as #rrggbb');

const rangeEnd = z.number().nullable();

export const configuration = z
  .object({
    /** Changes with every change of what this file is made of; `getRevision` answers the same. */
    revision: z.string(),
    featureFlags,
    app: z.object({
      alert_banner_message: z.string(),
      /** Milliseconds without activity until the leader tab signs out. */
      idleTimerTimeout: z.number().int(),
      sendbird_app_id: z.string(),
      /** File name of the tenant's web configuration; null where the host names no tenant. */
      tenant: z.string().nullable(),
    }),
    identity: z.object({ authority: z.string(), clientId: z.string(), scope: z.string(), resource: z.string() }),
    support: z.object({
      chat_app_id: z.string(),
      /** Whom to ask; empty where the tenant names nobody. */
      email: z.string(),
      phone: z.string(),
      hours: z.string(),
    }),
    tenant: z.object({
      id: z.uuid().nullable(),
      name: z.string().nullable(),
      displayName: z.string().nullable(),
      chat: z.enum(chatStates).default('ON'),
      /** ISO 3166-1 alpha-2; null where none is known. */
      country: z.string().nullable(),
      hosts: z.array(z.string()),
    }),
    /** What the clinic has set in place of its country’s numbers (`@vigil/domain/emergency/emergency-numbers`); empty: nothing. */
    emergency: z.object({ number: z.string(), crisisNumber: z.string(), crisisName: z.string() }),
    /** What the customer landing page (`/welcome`) shows; null: the product's own. `picture` is an https address or a data URL. */
    welcome: z
      .object({
        title: z.string().max(200),
        text: z.string().max(4000),
        picture: z
          .string()
          .regex(/^(https:\/\/|\/|data:image\/)/)
          .nullable()
          .default(null),
        /** CSS colours, `#rrggbb`. */
        colors: z.object({ background: hexColor, text: hexColor, accent: hexColor }).nullable().default(null),
      })
      .nullable()
      .default(null),
    reportExternalIds: z.array(z.object({ displayName: z.string(), externalId: z.string(), useInReports: z.boolean() })),
    /** What charts draw as normal, in the units that the catalogue keeps; null: open at that end. */
    normalRanges: z.partialRecord(z.enum(rangedMetrics), z.object({ low: rangeEnd, high: rangeEnd })),
    /** Accounts listed on the sign-in page of a demonstration server; absent everywhere else. */
    demo: z
      .object({ password: z.string(), accounts: z.array(z.object({ email: z.string(), role: z.string(), tenant: z.string() })) })
      .optional(),
  })
  .meta({ id: 'Configuration' });
export type Configuration = z.output<typeof configuration>;

/** `config`: with `global=true` or `tenant_id`, the list of configuration file names, the first one to be read. */
export const listConfigs = endpoint({
  id: 'configurator.listConfigs',
  service: 'configurator',
  method: 'GET',
  path: '/configurator/api/v1/config',
  summary: 'Names of the configuration files: the global one, or a tenant’s by its id or code',
  access: beforeSignIn,
  query: z.object({ global: z.enum(['true', 'false']).optional(), tenant_id: z.string().max(100).optional() }),
  response: z.array(z.string()),
});

export const getConfig = endpoint({
  id: 'configurator.getConfig',
  service: 'configurator',
  method: 'GET',
  path: '/configurator/api/v1/config/get',
  summary: 'The configuration in one file',
  access: beforeSignIn,
  query: z.object({ file_name: z.string().min(1).max(200) }),
  response: configuration,
  errors: ['not_found'],
});

/** Asked again and again by every open page: cheap, and the same for everybody. */
export const getRevision = endpoint({
  id: 'configurator.getRevision',
  service: 'configurator',
  method: 'GET',
  path: '/configurator/api/v1/config/revision',
  summary: 'The revision of one file, and when to ask again: an open page reads the file anew once it has changed',
  access: beforeSignIn,
  polled: true,
  query: z.object({ file_name: z.string().min(1).max(200) }),
  response: z.object({ revision: z.string(), askAgainAfterMs: z.number().int() }),
  errors: ['not_found'],
});

const settingValue = z
  .object({
    path: z.string(),
    group: z.enum(settingGroups),
    /** What holds. */
    value: z.unknown(),
    /** Where it comes from. */
    source: z.enum(settingSources),
    /** What would hold if the tenant had set nothing. */
    inherited: z.unknown(),
    inheritedSource: z.enum(settingSources),
    /** False where only the operator sets it. */
    changeable: z.boolean(),
  })
  .meta({ id: 'SettingValue' });
export type SettingValue = z.output<typeof settingValue>;

const tenantSettings = z.object({ revision: z.number().int(), settings: z.array(settingValue) }).meta({ id: 'TenantSettings' });
export type TenantSettings = z.output<typeof tenantSettings>;

/** What was set here; null: nothing, so that the global value or the default held. */
const setValue = z.object({ value: z.unknown() }).nullable();

const settingChange = z
  .object({
    id,
    /** Milliseconds since 1970. */
    at: z.number().int(),
    by: z.object({ kind: z.enum(['person', 'operator']), name: z.string() }),
    path: z.string(),
    before: setValue,
    after: setValue,
    /** The caller may undo it: nothing has changed the setting since. */
    undoable: z.boolean(),
  })
  .meta({ id: 'SettingChange' });
export type SettingChange = z.output<typeof settingChange>;

const tenantSettingsPath = '/configurator/api/v1/config/tenants/{tenantId}';

export const getTenantSettings = endpoint({
  id: 'configurator.getTenantSettings',
  service: 'configurator',
  method: 'GET',
  path: tenantSettingsPath,
  summary: 'The settings of the tenant: what holds, and where it comes from',
  access: access.inTenant('tenantId', access.tenant('tenant_admin')),
  params: z.object({ tenantId: id }),
  response: tenantSettings,
});

export const changeTenantSettings = endpoint({
  id: 'configurator.changeTenantSettings',
  service: 'configurator',
  method: 'PATCH',
  path: tenantSettingsPath,
  summary: 'Change settings of the tenant by their paths, all or none; refused where somebody else has changed one meanwhile',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: z.object({ tenantId: id }),
  body: settingsChange,
  response: tenantSettings,
  errors: ['conflict'],
});

export const listTenantSettingChanges = endpoint({
  id: 'configurator.listTenantSettingChanges',
  service: 'configurator',
  method: 'GET',
  path: `${tenantSettingsPath}/changes`,
  summary: 'Who has changed which setting of the tenant, when, from what to what; the newest first',
  access: access.inTenant('tenantId', access.tenant('tenant_admin')),
  params: z.object({ tenantId: id }),
  query: z.object({ page: pageNumber, size: pageSize }),
  otherNumbers: { totalElements: 'Changes of settings.' },
  response: z.object({ content: z.array(settingChange), totalElements: z.number().int() }),
});

export const undoTenantSettingChange = endpoint({
  id: 'configurator.undoTenantSettingChange',
  service: 'configurator',
  method: 'POST',
  path: `${tenantSettingsPath}/changes/{changeId}/undo`,
  summary: 'Set what held before a change: a change of its own; refused where the setting was changed again since',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: z.object({ tenantId: id, changeId: id }),
  response: tenantSettings,
  errors: ['not_found', 'conflict'],
});
