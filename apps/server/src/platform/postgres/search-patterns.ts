/**
 * A person's search as LIKE patterns over lower-case text, one for each word: every word must occur somewhere. Wildcards
 * that the person typed mean themselves.
 */
export function searchPatterns(text: string | undefined): string[] {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`);
}
