/** A stretch of a line: as it is, bold, or an address that can be opened. */
export type TextPart = { readonly kind: 'text' | 'bold' | 'link'; readonly text: string };

/** A paragraph of lines, or a list of points. */
export type TextBlock = { readonly kind: 'paragraph' | 'list'; readonly lines: readonly (readonly TextPart[])[] };

/** What begins a point of a list: a sign of its own, because a hyphen before a number is a minus. */
export const bullet = '• ';
export const boldMark = '**';

/**
 * Text as people write notes, with two things beyond plain: `**bold**` within a line, and lines that begin with a bullet as a
 * list; addresses that begin with https:// can be opened. Nothing else is a mark: `> 38.5`, `- 2 kg` and `~60` mean what they
 * say in a clinic, and no reader of markup may take them away. Nothing is ever read as HTML.
 */
export function blocksOf(text: string): readonly TextBlock[] {
  const blocks: { kind: TextBlock['kind']; lines: (readonly TextPart[])[] }[] = [];
  let last: (typeof blocks)[number] | undefined;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      last = undefined;
      continue;
    }
    const kind = line.startsWith(bullet) ? 'list' : 'paragraph';
    if (last?.kind !== kind) {
      last = { kind, lines: [] };
      blocks.push(last);
    }
    last.lines.push(partsOf(kind === 'list' ? line.slice(bullet.length) : line));
  }
  return blocks;
}

/** Marks with a space inside, or with nothing, are no marks: "2 ** 3" stays as it was typed. */
function partsOf(line: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let told = 0;
  let open = line.indexOf(boldMark);
  while (open >= 0) {
    const close = line.indexOf(boldMark, open + boldMark.length);
    if (close < 0) break;
    const inner = line.slice(open + boldMark.length, close);
    const bold = inner !== '' && inner === inner.trim();
    if (bold) {
      parts.push(...linked(line.slice(told, open)), { kind: 'bold', text: inner });
      told = close + boldMark.length;
    }
    open = line.indexOf(boldMark, bold ? told : open + boldMark.length);
  }
  return [...parts, ...linked(line.slice(told))];
}

/** Words that are addresses, without the sign that ends a sentence. */
function linked(text: string): readonly TextPart[] {
  return text
    .split(/(https:\/\/[^\s<>"]+)/)
    .filter((one) => one !== '')
    .flatMap((one): TextPart[] => {
      if (!one.startsWith('https://')) return [{ kind: 'text', text: one }];
      const address = /[.,;:!?)]$/.test(one) ? one.slice(0, -1) : one;
      return [{ kind: 'link', text: address }, ...(address === one ? [] : [{ kind: 'text' as const, text: one.slice(-1) }])];
    });
}
