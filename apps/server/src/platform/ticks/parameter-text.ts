import { VigilError } from '@vigil/contract/errors';

/** What a parameter of a statement may be; lists may hold lists. */
type ParameterValue = string | number | bigint | boolean | null | readonly ParameterValue[];

/**
 * A parameter as ClickHouse's HTTP interface takes it (`param_…`): the text of its TabSeparated format, in which strings within
 * lists stand in quotes. Throws VigilError `internal` for what no statement takes.
 */
export function parameterText(value: unknown): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? escaped(value) : plain(value);
}

function inList(value: ParameterValue): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${escaped(value)}'` : plain(value);
}

function plain(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(inList).join(',')}]`;
  throw new VigilError('internal', `A statement takes no parameter of the type ${typeof value}.`);
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'nan' : value > 0 ? '+inf' : '-inf';
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ["'", "\\'"],
  ['\\', '\\\\'],
]);

function escaped(text: string): string {
  return text.replace(/[\t\n\r'\\]/g, (character) => escapes.get(character) ?? character);
}
