import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A block of code of a guide: its language, and what stands behind it. */
export interface Block {
  /** File and line, as an editor opens it. */
  readonly place: string;
  readonly document: string;
  readonly language: string;
  readonly info: string;
  readonly text: string;
}

/** The guides: what somebody who uses, runs or connects to Vigil reads. Records of decisions hold no examples. */
export const guides: readonly string[] = ['README.md', ...globSync('docs/*.md', { cwd: root })].sort();

const fence = /^```(.*)$/;

/** All blocks of code of a guide, in order. */
export function blocksOf(document: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { place: string; info: string; lines: string[] } | null = null;
  for (const [index, line] of readFileSync(join(root, document), 'utf8').split('\n').entries()) {
    const [, info] = fence.exec(line) ?? [];
    if (info === undefined) open?.lines.push(line);
    else if (open === null) open = { place: `${document}:${index + 1}`, info: info.trim(), lines: [] };
    else {
      const [language = '', ...rest] = open.info.split(' ');
      blocks.push({ ...{ place: open.place, document, language, info: rest.join(' ') }, text: open.lines.join('\n') });
      open = null;
    }
  }
  return blocks;
}

/** Code within sentences that looks like a call or the body of one: an example that nothing would run. */
export function examplesInSentences(document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => (/^(?:curl\s|\{"|\[\{)/.test(code) ? [`${document}: ${code}`] : []));
}
