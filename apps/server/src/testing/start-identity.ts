import Fastify, { type FastifyInstance } from 'fastify';
import { createIdentity, type Identity } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import type { Mail, Message } from '#platform/mail/mail.ts';
import type { Sms } from '#platform/sms/sms.ts';
import type { Harness } from './harness.ts';

/** The identity module alone on the stores of the test run, with a mail box that can be read. */
export async function startIdentity(
  harness: Harness,
  overrides: Partial<Config> = {},
  sms: Pick<Sms, 'carries' | 'post'> = { carries: false, post: () => {} },
) {
  const box: Message[] = [];
  const mail: Mail = {
    carries: true,
    send: async (message) => void box.push(message),
    post: (message) => void box.push(message),
    waiting: () => 0,
    stop: async () => {},
  };
  const config: Config = { ...harness.config, publicUrl: 'http://localhost:3000', ...overrides };
  const { database, people, clock, log, secrets, bus } = harness;
  const identity: Identity = await createIdentity({ config, database, people, clock, log, mail, sms, secrets, bus });
  const app: FastifyInstance = Fastify({ trustProxy: false });
  /** Every route that is mounted, for tests that must not miss a new one. */
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))));
  identity.mount(app);
  await app.ready();
  /** Resolves when everything that was asked for has been done: mails are sent after the page has been answered. */
  const settle = () => identity.settled();
  return {
    app,
    mail,
    routes,
    identity,
    config,
    box,
    origin: config.publicUrl,
    settle,
    stop: async () => Promise.all([app.close(), identity.stop()]),
  };
}

/** The link in the newest mail. */
export function linkIn(box: readonly Pick<Message, 'text'>[]): URL {
  const link = /https?:\/\/\S+/.exec(box.at(-1)?.text ?? '')?.[0];
  if (!link) throw new Error('no mail with a link');
  return new URL(link);
}
