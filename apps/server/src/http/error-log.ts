import * as z from 'zod';

/**
 * What the log may say of an unexpected error. Messages of the database and of parsers can repeat a value (a name, a
 * reading), so of those only the kind, the place in our code and the names of tables and constraints are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const place = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  const facts: Record<string, unknown> = { kind: error.name, place };
  for (const name of ['code', 'severity', 'table', 'column', 'constraint', 'routine'] as const) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (typeof value === 'string') facts[name] = value;
  }
  if (error instanceof z.core.$ZodError) facts.issues = error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')} ${issue.code}`);
  else if (!('severity' in error) && !(error instanceof SyntaxError)) facts.message = error.message;
  if (error.cause !== undefined) facts.cause = describeError(error.cause);
  return facts;
}
