import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';

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

export const configuration = z
  .object({
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
    support: z.object({ chat_app_id: z.string() }),
    tenant: z.object({
      id: z.uuid().nullable(),
      name: z.string().nullable(),
      displayName: z.string().nullable(),
      chat: z.enum(['ON', 'OFF']).default('ON'),
      hosts: z.array(z.string()),
    }),
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
