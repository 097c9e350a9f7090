import * as z from 'zod/mini';
import { longestEmail, passwordLength, pinDigits } from './login.values.ts';

const wantedEmail = 'Enter an e-mail address.';
const email = z.string(wantedEmail).check(z.trim(), z.minLength(1, wantedEmail), z.maxLength(longestEmail, wantedEmail));

const wantedPassword = 'Enter your password.';
/** Longer ones than any that can be set are read to the end of what makes sense to send, and are not right. */
const password = z.string(wantedPassword).check(z.minLength(1, wantedPassword), z.maxLength(1_000, wantedPassword));

const wantedNew = `Give ${passwordLength.least} to ${passwordLength.most} characters.`;
const newPassword = z.string(wantedNew).check(
  z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'Holds a character that cannot be stored.'),
  z.refine((text) => [...text].length >= passwordLength.least && [...text].length <= passwordLength.most, wantedNew),
);

const wantedCode = 'Enter the code from your authenticator app, or one of your recovery codes.';
/** Six digits, or a recovery code; spaces and hyphens as people type them. */
const code = z.string(wantedCode).check(z.trim(), z.minLength(1, wantedCode), z.maxLength(40, wantedCode));

export const passwordReset = z.object({ email });

export const passwordUpdate = z.object({ username: email, oldPassword: password, newPassword });

export const ssoSync = z.object({ token: z.string().check(z.minLength(1), z.maxLength(16_384)) });

/** Proof that it is the person who is signed in, before a second factor is begun. */
export const passwordProof = z.object({ password });

export const secondFactorConfirmation = z.object({
  /** What the beginning answered. */
  setup: z.string().check(z.minLength(1), z.maxLength(2_048)),
  code,
});

/** Proof by both factors, before the second one is taken away or its recovery codes are replaced. */
export const bothFactors = z.object({ password, code });

const wantedPin = `Enter ${pinDigits} digits.`;
const steps = (pin: string) => [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
/** Digits that count up or down. */
const counts = (pin: string) => new Set(steps(pin)).size === 1 && [1, 9].includes(steps(pin)[0] ?? -1);
/** One digit, a pair or three digits over and over; and digits that are all doubled, or all tripled. */
const repetitions = [/^(\d{1,3})\1+$/, /^(?:(\d)\1)+$/, /^(?:(\d)\1\1)+$/];
/** Rows, columns and diagonals of the keypad, one after the other. */
const keypadPatterns = new Set(
  `123654 123789 321654 321987 456123 456987 789123 789456 147258 147369 147852 258147 258369 369258 741258 741852 741963 963852
   159357 159753 357159 357951 753159 753951 951357 951753`.split(/\s+/),
);
/** What is tried first. */
const isEasilyGuessed = (pin: string) => counts(pin) || keypadPatterns.has(pin) || repetitions.some((repetition) => repetition.test(pin));

/** A new PIN, with proof that it is the person who is signed in; without it for a few minutes after the password was chosen. */
export const newPin = z.object({
  pin: z.string(wantedPin).check(
    z.refine((pin) => pin.length === pinDigits && /^[0-9]+$/.test(pin), wantedPin),
    z.refine((pin) => pin.length !== pinDigits || !isEasilyGuessed(pin), 'This PIN is easy to guess. Choose another one.'),
  ),
  password: z.optional(password),
});
