import { randomUUID } from 'node:crypto';
import { type FieldError, VigilError } from '@vigil/contract/errors';
import type { Invited } from '@vigil/contract/user-admin.contract';
import type { NewInvitation } from '@vigil/contract/user-admin.forms';
import { type Channel, type Realm, roleRequired } from '@vigil/contract/user-admin.values';
import type { Identity, InvitationTexts } from '#identity/index.ts';
import type { Addressee } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { TenantMessage, TenantPost } from '#platform/outbox/outbox.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { addressOf, addressOfNobodyNew, type Described, describedBy, type InvitationTerms, wasErased } from './person.rules.ts';
import { type WrittenLanguagesDeps, writtenLanguages } from './written-languages.ts';

export interface UserAdminDeps extends WrittenLanguagesDeps {
  readonly database: Database;
  readonly identity: Pick<Identity, 'offered' | 'invitationTexts' | 'signsInByPhone'>;
  readonly post: TenantPost;
  readonly clock: Clock;
}

export interface UserAdmin {
  /**
   * Makes the account of somebody, and sends them the link where that is asked for. The same request again, by its id, is
   * answered as the first time. Throws invalid_input, naming the fields, and conflict for somebody who is there already.
   */
  invite(tenant: { id: string; code: string }, realm: Realm, said: NewInvitation): Promise<Invited>;
  /** Sends a new link. Throws not_found, conflict where no link is of use, and too_many_requests shortly after the last one. */
  resend(tenantId: string, realm: Realm, userId: string, channel: Channel): Promise<{ expiresAt: number }>;
}

/** Seconds between two links to one person: nobody's phone is flooded by a key that is held down. */
const resendSeconds = 60;

export function createUserAdminService(deps: UserAdminDeps): UserAdmin {
  const { clock, database, identity, people, post } = deps;
  const { offered } = identity;

  return {
    async invite(tenant, realm, said) {
      const terms = { today: new Date(clock.now()).toISOString().slice(0, 10), byPhone: identity.signsInByPhone };
      const person = personOf(realm, said, terms, tenant.code);
      const channel: Channel = person.email === null ? 'SMS' : 'EMAIL';
      const triggers = said.triggerInvitation ?? realm === 'care';
      const made = await database.tenant(tenant.id, async (sql) => {
        // Whoever sends the same at the same time waits here, and then finds what the first has made.
        const known = await offered.peopleOf(sql, [addressOf(person)]);
        const before = said.id === undefined ? undefined : await offered.ofRequest(sql, tenant.id, said.id);
        if (before) return { ...sameRequest(before, person), link: null };
        const userId = await insert(deps, sql, tenant.id, person, {
          requestId: said.id ?? null,
          triggers,
          userId: known.get(addressOf(person)) ?? randomUUID(),
        });
        const [link] = triggers ? await offered.renew(sql, tenant.id, [{ ...reachedAt(person), userId }], post.carries(channel)) : [];
        return { userId, sent: link !== undefined, expiresAtMs: link?.expiresAtMs ?? 0, link };
      });
      if (made.link) {
        const languageOf = await writtenLanguages(deps, tenant.id, [made.userId]);
        const texts = (await identity.invitationTexts(tenant.id))(made.link, languageOf(made.userId));
        await post.post(tenant.id, [messageOf(channel, addressOf(person), texts, made.link)]);
      }
      return {
        userId: made.userId,
        accountStatus: 'CREATED',
        link: !made.sent ? 'NOT_SENT' : post.carries(channel) ? 'SENT' : 'WAITING',
        expiresAt: made.sent ? made.expiresAtMs : null,
      };
    },

    async resend(tenantId, realm, userId, channel) {
      const addressee = await people.newcomers.addressee(tenantId, userId);
      const to = reachable(realm, addressee, channel, { byPhone: identity.signsInByPhone, sendsSms: post.carries('SMS') });
      const link = await database.tenant(tenantId, async (sql) => {
        const { id } = to.addressee;
        const newest = await offered.newestOf(sql, tenantId, id);
        if (newest?.usedAt) throw hasAccount();
        refuseTooSoon(newest?.sentAt ?? null, clock.now());
        if (!newest) {
          if (await offered.signsIn(sql, id)) throw hasAccount();
          await offered.offer(sql, tenantId, [
            { ...to.addressee, ...reachedAt(to.addressee), userId: id, requestId: null, triggerInvitation: false, makesUser: false },
          ]);
        }
        const [renewed] = await offered.renew(
          sql,
          tenantId,
          [{ ...reachedAt(to.addressee), userId: id }],
          to.proves && post.carries(channel),
        );
        if (!renewed) throw hasAccount();
        return renewed;
      });
      const languageOf = await writtenLanguages(deps, tenantId, [to.addressee.id]);
      const texts = (await identity.invitationTexts(tenantId))(link, languageOf(to.addressee.id));
      await post.post(tenantId, [messageOf(channel, to.address, texts, link)]);
      return { expiresAt: link.expiresAtMs };
    },
  };
}

/** Whom the invitation is for: the phone number stands in it where there is no e-mail address. */
const reachedAt = ({ email, phoneNumber }: Pick<Described, 'email' | 'phoneNumber'>) =>
  email === null ? { email, phoneNumber: phoneNumber ?? null } : { email, phoneNumber: null };

function messageOf(
  channel: Channel,
  to: string,
  { shortText, subject, text }: InvitationTexts,
  link: { readonly userId: string; readonly expiresAtMs: number },
): TenantMessage {
  return { channel, to, subject, text: channel === 'SMS' ? shortText : text, link };
}

function personOf(realm: Realm, said: NewInvitation, terms: InvitationTerms, tenantCode: string): Described {
  const { person, problems } = describedBy(realm, said, terms);
  const fields: FieldError[] = [...problems];
  if (said.tenantName !== undefined && said.tenantName.toLowerCase() !== tenantCode)
    fields.push({ field: 'tenantName', message: 'Has to be the tenant of the address' });
  if (fields.length === 0) return person;
  const withoutRole = fields.find(({ message }) => message === roleRequired);
  throw new VigilError(
    'invalid_input',
    withoutRole ? roleRequired : `${fields.map(({ field, message }) => `${field}: ${message}`).join('. ')}. Nobody was invited.`,
    { fields },
  );
}

/** Makes the user and the invitation. Answers the user’s id. */
async function insert(
  { clock, identity: { offered }, people }: UserAdminDeps,
  sql: Sql,
  tenantId: string,
  person: Described,
  { requestId, triggers, userId }: { readonly requestId: string | null; readonly triggers: boolean; readonly userId: string },
): Promise<string> {
  const mrn = person.mrn?.trim().toLowerCase();
  const address = addressOf(person);
  const taken = await people.newcomers.taken(sql, tenantId, { addresses: [address], mrns: mrn ? [mrn] : [] });
  if (taken.addresses.get(address)?.some(({ signsInWithIt }) => signsInWithIt))
    throw person.email === null
      ? isThere('phoneNumber', 'Somebody in the tenant signs in with this phone number already')
      : isThere('email', 'Somebody in the tenant has this e-mail address already');
  if (taken.mrns.size > 0) throw isThere('mrn', 'A member of the tenant has this record number already');
  if ((await people.newcomers.erased(sql, tenantId, [userId])).has(userId)) throw isThere('email', wasErased);
  const added = await people.newcomers.add(sql, tenantId, [{ ...person, id: userId }], clock.now());
  if (!added.has(userId)) throw isThere('email', addressOfNobodyNew);
  const { roles, givenName, familyName } = person;
  await offered.offer(sql, tenantId, [
    { ...reachedAt(person), userId, roles, givenName, familyName, requestId, triggerInvitation: triggers, makesUser: true },
  ]);
  return userId;
}

function sameRequest(before: { userId: string; address: string; expiresAt: number; sentAt: number | null }, person: Described) {
  if (before.address !== addressOf(person))
    throw new VigilError(
      'conflict',
      'Somebody else was invited before under this id. Nobody was invited now; send it with an id of its own.',
    );
  return { userId: before.userId, sent: before.sentAt !== null, expiresAtMs: before.expiresAt };
}

/** The address to write to; `proves`: it is the one that the person will sign in with. */
function reachable(
  realm: Realm,
  addressee: Addressee | undefined,
  channel: Channel,
  { byPhone, sendsSms }: { readonly byPhone: boolean; readonly sendsSms: boolean },
) {
  const isMember = addressee?.roles.includes('patient') ?? false;
  if (!addressee || (realm === 'patient') !== isMember) throw new VigilError('not_found', 'There is no such account.');
  const { email, phoneNumber } = addressee;
  if (addressee.isInTheTenant === false)
    throw new VigilError('conflict', 'This person is not in the tenant any more. Nothing was sent; restore the account first.');
  const address = channel === 'EMAIL' ? email : phoneNumber;
  if (address === null)
    throw new VigilError(
      'conflict',
      channel === 'EMAIL'
        ? `This account has no e-mail address. Nothing was sent; add one${sendsSms ? ', or send the link by text message' : ''}.`
        : 'This account has no phone number. Nothing was sent.',
    );
  if (email === null && !(isMember && byPhone))
    throw new VigilError('conflict', 'This account has no e-mail address, which people sign in with here. Nothing was sent; add one.');
  const proves = address === (email ?? phoneNumber);
  return { address, proves, addressee: { ...addressee, email: email?.toLowerCase() ?? null } };
}

function refuseTooSoon(sentAtMs: number | null, nowMs: number): void {
  const waitSeconds = sentAtMs === null ? 0 : Math.ceil((sentAtMs + resendSeconds * 1000 - nowMs) / 1000);
  if (waitSeconds > 0)
    throw new VigilError('too_many_requests', `A link was sent less than ${resendSeconds} seconds ago, and it works. Nothing was sent.`, {
      retryAfterSeconds: waitSeconds,
    });
}

const hasAccount = () => new VigilError('conflict', 'This person has made the account already and signs in with it. Nothing was sent.');
const isThere = (field: string, message: string) =>
  new VigilError('conflict', `${message}. Nobody was invited.`, { fields: [{ field, message }] });
