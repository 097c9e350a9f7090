/** Whose sign-in a call of the login service speaks of, as the specification names it: members, or everybody else. */
export const realms = ['patient', 'care'] as const;
export type Realm = (typeof realms)[number];

/** Characters. A new password has at least the first many (NIST SP 800-63B asks for 8 beside a second factor); none is longer than the second. */
export const passwordLength = { least: 10, most: 200 } as const;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3). */
export const longestEmail = 254;
/** Digits of a code that an authenticator shows. */
export const codeDigits = 6;

/** Digits of the PIN that opens a locked session, and how many wrong ones in a row end it. */
export const pinDigits = 6;
export const wrongPinsEndSession = 5;

/** How somebody has proven who they are, in the words of tokens (RFC 8176): `mail` is ours, for a link that was sent there. */
export const signInMethods = ['pwd', 'mail', 'otp', 'mfa'] as const;
