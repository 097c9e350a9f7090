import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '@vigil/contract/login.values';
import type { Messages } from './pages/messages.ts';

/**
 * argon2id with the figures of the OWASP Password Storage Cheat Sheet (2024): 19 MiB, two passes, one lane.
 * argon2id is the library's default algorithm.
 */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NIST SP 800-63B §5.1.1.2 asks for at least 8; the platform for 10. Long ones are welcome, within what is sane to hash. */
export const { least: minimumPasswordLength, most: maximumPasswordLength } = passwordLength;

/** In characters (code points), as a person counts them. */
function lengthOf(canonicalPassword: string): number {
  return [...canonicalPassword].length;
}

/** Hashes wait for each other beyond this many: each takes 19 MiB and a core for some tens of milliseconds. */
const concurrentHashes = 4;
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrentHashes) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), argon2));
}

/** Hash of 256 random bits that nobody kept: no password matches it, and checking against it takes as long as any check. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$ibpy5GCJpXs8unpt3DVXUg$ewin4LRIP1Bz0REn/TGLoclm9YIBqZSkJdUNYHEbLHg';

/** Whether the password is right. Without a hash (unknown address, no password set) the same work is done and the answer is no. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const text = canonical(password);
  const tooLong = lengthOf(text) > maximumPasswordLength;
  const matches = await inTurn(() => verify(passwordHash ?? decoy, tooLong ? '' : text));
  return passwordHash !== null && !tooLong && matches;
}

export type PasswordFault = 'too-short' | 'too-long' | 'too-common' | 'contains-email' | 'not-repeated' | 'not-new';

/** The first thing wrong with a new password, or null. Blocked values as NIST SP 800-63B §5.1.1.2 asks: common, repetitive, derived from the account. `name`: the e-mail address or phone number that it signs in with. */
export function newPasswordFault(password: string, name: string): PasswordFault | null {
  const text = canonical(password);
  const length = lengthOf(text);
  if (length < minimumPasswordLength) return 'too-short';
  if (length > maximumPasswordLength) return 'too-long';
  const plain = text.toLowerCase();
  if (new Set(plain).size < 4 || isSequence(plain) || commonPasswords.has(plain)) return 'too-common';
  return isDerivedFrom(name, plain) ? 'contains-email' : null;
}

/** The letters of an e-mail address, or the digits of a phone number with nothing else. */
function isDerivedFrom(name: string, password: string): boolean {
  const [digits, letters] = [/\D+/g, /[\d\W_]+/g];
  if (!name.includes('@')) return password.replace(letters, '') === '' && name.endsWith(password.replace(digits, ''));
  const local = name.toLowerCase().split('@')[0] ?? '';
  return local.length >= 4 && password.replace(letters, '') === local.replace(letters, '');
}

export function passwordFaultText(messages: Messages, fault: PasswordFault): string {
  return messages.text(`fault.${fault}`, { count: fault === 'too-long' ? maximumPasswordLength : minimumPasswordLength });
}

/** The same characters typed on another keyboard are the same password (NIST SP 800-63B: NFKC before hashing). */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

/** "1234567890", "abcdefghij" and their reverses. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index)));
  return steps.size === 1;
}

/** The passwords of ten characters and more that lists of leaked ones begin with, and the ones of demonstrations. */
const commonPasswords = new Set(
  `1234567890 0123456789 0987654321 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty12345 qwerty123456 q1w2e3r4t5 asdfghjkl1
  password12 password123 password1234 password12345 passw0rd123 p@ssw0rd123 changeme123 letmein123 welcome123 welcome1234 iloveyou12 iloveyou123
  administrator admin12345 admin123456 superman123 football123 baseball123 princess123 sunshine123 abcd123456 abc1234567 a123456789 vigil-demo
  zaq12wsxcde3 qazwsxedcrfv hospital123 healthcare hello12345 monkey12345 dragon12345 trustno1trustno1 testtest12 test123456 qwertyqwerty`
    .split(/\s+/)
    .filter(Boolean),
);
