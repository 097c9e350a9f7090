import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { bothFactors, newPin, passwordProof, passwordReset, passwordUpdate, secondFactorConfirmation, ssoSync } from './login.forms.ts';
import { realms, signInMethods } from './login.values.ts';
import { id, roleName } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const ofRealm = z.object({ realm: z.enum(realms) });

export const resetPassword = endpoint({
  id: 'login.resetPassword',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/{realm}/reset-password',
  summary: 'Send a link for a new password, by e-mail or text message; the answer is the same whether the address has an account or not',
  access: access.anyone(
    'Whoever has forgotten the password cannot sign in. Nothing is told, and the link goes to the owner of the address.',
  ),
  params: ofRealm,
  body: passwordReset,
  response: z.object({ accepted: z.literal(true) }),
  errors: ['conflict', 'too_many_requests'],
});

export const updatePassword = endpoint({
  id: 'login.updatePassword',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/{realm}/update-password',
  summary: 'Change the caller’s own password; every other session of the account and its streams end',
  access: access.ownSignIn(),
  params: ofRealm,
  body: passwordUpdate,
  response: z.object({ updated: z.literal(true) }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});

export const syncSignIn = endpoint({
  id: 'login.ssoSync',
  service: 'login',
  method: 'PUT',
  path: '/login/api/v1/sso-sync',
  summary: 'Have the server follow at once what the identity provider says in a token about the caller',
  access: access.signedIn(),
  body: ssoSync,
  response: z.object({ userId: id.nullable(), roles: z.array(roleName) }),
  errors: ['forbidden'],
});

/** Name of the host of another identity provider, which keeps passwords, sessions and second factors; null where this server does. */
const managedBy = z.string().nullable();

/** One browser in which somebody is signed in. Browser and system are what it calls itself; null where it says nothing known. */
export const signInSession = z
  .object({
    id: z.string(),
    /** The call was made from it. */
    current: z.boolean(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    signedInAt: milliseconds,
    /** The last time that it signed in or renewed its token, which an open page does every quarter of an hour. */
    lastUsedAt: milliseconds,
    methods: z.array(z.enum(signInMethods)),
  })
  .meta({ id: 'SignInSession' });
export type SignInSession = z.output<typeof signInSession>;

export const listSessions = endpoint({
  id: 'login.listSessions',
  service: 'login',
  method: 'GET',
  path: '/login/api/v1/sessions',
  summary: 'Where the caller is signed in, the last used first',
  access: access.ownSignIn(),
  response: z.object({ managedBy, sessions: z.array(signInSession) }),
});

export const endSession = endpoint({
  id: 'login.endSession',
  service: 'login',
  method: 'DELETE',
  path: '/login/api/v1/sessions/{sessionId}',
  summary: 'End one of the caller’s sessions: its tokens and streams end',
  access: access.ownSignIn(),
  params: z.object({ sessionId: z.string().min(1).max(100) }),
  response: z.object({ ended: z.number().int() }),
  errors: ['not_found'],
});

export const endOtherSessions = endpoint({
  id: 'login.endOtherSessions',
  service: 'login',
  method: 'DELETE',
  path: '/login/api/v1/sessions',
  summary: 'End every session of the caller but the one that the call is made from',
  access: access.ownSignIn(),
  response: z.object({ ended: z.number().int() }),
});

export const lockSession = endpoint({
  id: 'login.lockSession',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/sessions/lock',
  summary: 'Lock the caller’s own session: its tokens and streams end, and the caller’s PIN opens it again. Refused without a PIN',
  access: access.ownSignIn(),
  response: z.object({ locked: z.literal(true) }),
  errors: ['conflict'],
});

export const quickUnlockState = z
  .object({
    /** The caller may set a PIN: a member, and nothing else, where tenants let members stay signed in. */
    isOffered: z.boolean(),
    /** Milliseconds; null: there is no PIN. */
    setAt: milliseconds.nullable(),
    /** How long the caller stays signed in with one. */
    days: z.number(),
    /** Setting one takes the password: false for a few minutes after it was chosen. */
    asksPassword: z.boolean(),
  })
  .meta({ id: 'QuickUnlockState' });
export type QuickUnlockState = z.output<typeof quickUnlockState>;

export const getQuickUnlock = endpoint({
  id: 'login.getQuickUnlock',
  service: 'login',
  method: 'GET',
  path: '/login/api/v1/quick-unlock',
  summary: 'Whether the caller opens a locked session with a PIN',
  access: access.ownSignIn(),
  response: quickUnlockState,
});

export const setQuickUnlock = endpoint({
  id: 'login.setQuickUnlock',
  service: 'login',
  method: 'PUT',
  path: '/login/api/v1/quick-unlock',
  summary:
    'Set the PIN of the caller, a member: they stay signed in longer, and their page locks when idle. It takes the password, unless that was chosen a few minutes ago',
  access: access.ownSignIn(),
  body: newPin,
  response: quickUnlockState,
  errors: ['conflict', 'too_many_requests'],
});

export const removeQuickUnlock = endpoint({
  id: 'login.removeQuickUnlock',
  service: 'login',
  method: 'DELETE',
  path: '/login/api/v1/quick-unlock',
  summary: 'Take the caller’s PIN away: sessions are as short as everybody’s again',
  access: access.ownSignIn(),
  response: quickUnlockState,
});

export const secondFactorState = z
  .object({
    managedBy,
    /** Milliseconds; null: signing in takes one factor. */
    addedAt: milliseconds.nullable(),
    recoveryCodesLeft: z.number().int(),
    /** A tenant of the caller’s requires it of its staff: it cannot be taken away. */
    required: z.boolean(),
    /** Whether the account has a password, without which no second factor is begun. */
    hasPassword: z.boolean(),
    /** What the account signs in with: an e-mail address, or a phone number. */
    email: z.string(),
  })
  .meta({ id: 'SecondFactorState' });
export type SecondFactorState = z.output<typeof secondFactorState>;

export const getSecondFactor = endpoint({
  id: 'login.getSecondFactor',
  service: 'login',
  method: 'GET',
  path: '/login/api/v1/second-factor',
  summary: 'Whether the caller signs in with a second factor',
  access: access.ownSignIn(),
  response: secondFactorState,
});

export const beginSecondFactor = endpoint({
  id: 'login.beginSecondFactor',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/second-factor/setup',
  summary: 'A new secret for an authenticator app, as a key and as a picture; nothing holds before it is confirmed',
  access: access.ownSignIn(),
  body: passwordProof,
  response: z.object({
    /** To be sent back with the first code, within ten minutes. */
    setup: z.string(),
    /** Base32 in groups of four, to be typed where no picture can be taken. */
    key: z.string(),
    uri: z.string(),
    /** A QR code of the address: an SVG path in a square of so many units. */
    picture: z.object({ size: z.number().int(), path: z.string() }),
  }),
  errors: ['conflict', 'too_many_requests'],
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint({
  id: 'login.confirmSecondFactor',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/second-factor',
  summary: 'Switch the second factor on by its first code; answers the recovery codes, which are shown this once',
  access: access.ownSignIn(),
  body: secondFactorConfirmation,
  response: recoveryCodes,
  errors: ['conflict', 'too_many_requests'],
});

export const renewRecoveryCodes = endpoint({
  id: 'login.renewRecoveryCodes',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/second-factor/recovery-codes',
  summary: 'New recovery codes, shown this once; the earlier ones stop working',
  access: access.ownSignIn(),
  body: bothFactors,
  response: recoveryCodes,
  errors: ['conflict', 'too_many_requests'],
});

export const removeSecondFactor = endpoint({
  id: 'login.removeSecondFactor',
  service: 'login',
  method: 'POST',
  path: '/login/api/v1/second-factor/removal',
  summary: 'Switch the caller’s own second factor off, where no tenant requires it',
  access: access.ownSignIn(),
  body: bothFactors,
  response: z.object({ removed: z.literal(true) }),
  errors: ['conflict', 'too_many_requests'],
});

export const resetSecondFactor = endpoint({
  id: 'login.resetSecondFactor',
  service: 'login',
  method: 'DELETE',
  path: '/login/api/v1/users/{userId}/second-factor',
  summary:
    'Take away the second factor of somebody who has lost it; their sessions end, and they are told by e-mail where a mail server is set',
  access: access.administerAccount('userId'),
  params: z.object({ userId: id }),
  /** `told`: an e-mail goes to the person. Without a mail server nobody tells them but the administrator. */
  response: z.object({ reset: z.boolean(), told: z.boolean() }),
  errors: ['conflict'],
});
