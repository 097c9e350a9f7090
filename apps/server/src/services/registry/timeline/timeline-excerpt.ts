import { timelineExcerpt } from '@vigil/contract/registry-timeline.values';

/** The first line of a text in which something stands, cut at a whole character where it is long. */
export function excerptOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const characters = Array.from(line.trim());
  return characters.length <= timelineExcerpt
    ? characters.join('')
    : `${characters
        .slice(0, timelineExcerpt - 1)
        .join('')
        .trimEnd()}…`;
}

export const excerptOrNull = (text: string | null): string | null => (text === null ? null : excerptOf(text));
