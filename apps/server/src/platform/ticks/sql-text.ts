/**
 * Where the string, quoted name or comment ends that starts at `at`: the position behind it, or `at` itself where none
 * starts. One that is never closed reaches to the end of the text. Each character is looked at once.
 */
export function endOfOpaque(sql: string, at: number): number {
  const first = sql[at];
  return first === "'" || first === '"' || first === '`' ? endOfQuoted(sql, at, first) : endOfComment(sql, at);
}

/** The same for comments alone. */
export function endOfComment(sql: string, at: number): number {
  if (sql.startsWith('--', at)) return behind(sql, '\n', at);
  if (sql.startsWith('/*', at)) return behind(sql, '*/', at + 2);
  return at;
}

/** A quotation mark inside is written twice or behind a backslash. */
function endOfQuoted(sql: string, at: number, mark: string): number {
  for (let index = at + 1; index < sql.length; index += 1) {
    if (sql[index] === '\\') index += 1;
    else if (sql[index] === mark) {
      if (sql[index + 1] !== mark) return index + 1;
      index += 1;
    }
  }
  return sql.length;
}

function behind(sql: string, end: string, from: number): number {
  const found = sql.indexOf(end, from);
  return found < 0 ? sql.length : found + end.length;
}

/** The position of the first character from `at` on that is no white space. */
export function behindSpace(text: string, at: number): number {
  let index = at;
  while (index < text.length && (text[index] ?? '').trim() === '') index += 1;
  return index;
}
