import { boldMark, bullet } from '#ui/rich-text-parts.ts';

/** A text and what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Makes what is selected bold, or its lines the points of a list; done again it is as before. */
export function marked(selected: Selected, how: 'bold' | 'list'): Selected {
  return how === 'bold' ? bold(selected) : listed(selected);
}

function bold({ text, from, to }: Selected): Selected {
  const [before, inner, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  if (before.endsWith(boldMark) && after.startsWith(boldMark))
    return {
      text: before.slice(0, -boldMark.length) + inner + after.slice(boldMark.length),
      from: from - boldMark.length,
      to: to - boldMark.length,
    };
  // Spaces at the ends stay outside: a mark beside a space is none.
  const start = from + (inner.length - inner.trimStart().length);
  const core = inner.trim();
  const marks = boldMark + core + boldMark;
  return {
    text: text.slice(0, start) + marks + text.slice(start + core.length),
    from: start + boldMark.length,
    to: start + boldMark.length + core.length,
  };
}

function listed({ text, from, to }: Selected): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const all = lines.every((line) => line.startsWith(bullet));
  const changed = lines.map((line) => (all ? line.slice(bullet.length) : line.startsWith(bullet) ? line : bullet + line)).join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), from: start + changed.length, to: start + changed.length };
}
