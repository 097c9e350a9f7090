import { createHash } from 'node:crypto';

/** A statement that each connection reads and plans once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/**
 * For short statements that come with every call or message and find their rows by key: reading and planning them anew is most of
 * what they cost. Not for lists, whose best plan depends on what is asked. The text is a constant of its module: a connection keeps
 * each one for good.
 */
export const prepared = (text: string): Prepared => ({ name: createHash('sha256').update(text).digest('hex').slice(0, 32), text });

/** What PostgreSQL says of a prepared statement that a migration has overtaken, or that the connection does not know. */
const overtaken: readonly unknown[] = ['0A000', '26000'];

/** Whether the connection has to be given up, because it would answer the same again. */
export const isOvertaken = (error: unknown): boolean => overtaken.includes((error as { readonly code?: unknown } | null)?.code);
