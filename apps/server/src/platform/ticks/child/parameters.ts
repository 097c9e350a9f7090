import { endOfOpaque } from '../sql-text.ts';

/** A statement that cannot be run as asked; the message becomes the answer's text. */
export class BadStatement extends Error {}

/**
 * Names of the engine's parameters (`{name:Type}`) that a statement uses, outside strings, quoted names and comments.
 */
export function parameterNames(sql: string): Set<string> {
  const names = new Set<string>();
  for (let at = 0; at < sql.length; ) {
    const end = endOfOpaque(sql, at);
    if (end === at && sql[at] === '{') {
      parameter.lastIndex = at;
      const name = parameter.exec(sql)?.[1];
      if (name) names.add(name);
    }
    at = Math.max(end, at + 1);
  }
  return names;
}

const parameter = /\{\s*([A-Za-z_]\w*)\s*:[^{}]*\}/y;

/**
 * The statement with its parameters set in front of it. A parameter that was set outlives its statement on a session,
 * so a statement that names one that was not given is refused: it would silently take another caller's value.
 * Throws BadStatement.
 */
export function bindParameters(sql: string, given: ReadonlyMap<string, string>): string {
  const named = parameterNames(sql);
  const settings: string[] = [];
  for (const name of named) {
    const value = given.get(name);
    if (value === undefined)
      throw new BadStatement(`Code: 456. DB::Exception: Substitution \`${name}\` is not set. (UNKNOWN_QUERY_PARAMETER)`);
    settings.push(`param_${name}=${quote(value)}`);
  }
  return settings.length === 0 ? sql : `SET ${settings.join(', ')}; ${sql}`;
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
