import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The command was called wrongly; the message says how, and its usage is shown. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options and positional words of a command. Throws UsageError for an unknown option or a missing word. */
export function readArguments<const T extends Options>(
  argv: readonly string[],
  options: T,
  words: { min: number; max: number } = { min: 0, max: 0 },
) {
  try {
    const parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
    if (parsed.positionals.length < words.min) throw new UsageError('Something is missing.');
    if (parsed.positionals.length > words.max) throw new UsageError(`"${parsed.positionals.at(-1)}" is one word too many.`);
    return { values: parsed.values, words: parsed.positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`);
  return value;
}
