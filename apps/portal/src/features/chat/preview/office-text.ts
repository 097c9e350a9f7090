import { readXml } from './read-xml.ts';
import { createTextCollector, type ShownText, type TextCollector } from './shown-text.ts';
import { type ZipEntries, zipEntries } from './zip-entries.ts';

/** Which elements of a document hold its words. */
interface TextGrammar {
  readonly paragraphs: ReadonlySet<string>;
  /** What is written within these counts; null: all of a paragraph. */
  readonly texts: ReadonlySet<string> | null;
  /** White space counts as one space (OpenDocument 1.3, part 3, 6.1.2). */
  readonly isSpaceCollapsed: boolean;
  /** What stands for a sign that is not written out. */
  readonly signs: ReadonlyMap<string, string>;
  /** What is not read: struck out, moved away, written twice for older programs, or a note. */
  readonly skipped: ReadonlySet<string>;
  /** Where the next slide begins; null: slides have entries of their own. */
  readonly slide: string | null;
}

/** Namespaces of ECMA-376 (Office Open XML) and ISO/IEC 26300 (OpenDocument), as the names of their elements begin. */
const word = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}';
const drawing = '{http://schemas.openxmlformats.org/drawingml/2006/main}';
const presentation = '{http://schemas.openxmlformats.org/presentationml/2006/main}';
const compatibility = '{http://schemas.openxmlformats.org/markup-compatibility/2006}';
const packageRelation = '{http://schemas.openxmlformats.org/package/2006/relationships}';
const documentRelation = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}';
const odf = 'urn:oasis:names:tc:opendocument:xmlns';
const openText = `{${odf}:text:1.0}` as const;

const wordGrammar: TextGrammar = {
  paragraphs: new Set([`${word}p`]),
  texts: new Set([`${word}t`]),
  isSpaceCollapsed: false,
  signs: new Map([
    [`${word}tab`, '\t'],
    [`${word}br`, '\n'],
    [`${word}cr`, '\n'],
    [`${word}noBreakHyphen`, '-'],
  ]),
  // Tab stops of a paragraph are named as the tabs in its text are.
  skipped: new Set([`${word}pPr`, `${word}moveFrom`, `${compatibility}Fallback`]),
  slide: null,
};
const slideGrammar: TextGrammar = {
  paragraphs: new Set([`${drawing}p`]),
  texts: new Set([`${drawing}t`]),
  isSpaceCollapsed: false,
  signs: new Map([[`${drawing}br`, '\n']]),
  skipped: new Set([`${compatibility}Fallback`]),
  slide: null,
};
const openGrammar: TextGrammar = {
  paragraphs: new Set([`${openText}p`, `${openText}h`]),
  texts: null,
  isSpaceCollapsed: true,
  signs: new Map([
    [`${openText}tab`, '\t'],
    [`${openText}line-break`, '\n'],
    [`${openText}s`, ' '],
  ]),
  skipped: new Set([`${openText}tracked-changes`, `{${odf}:office:1.0}annotation`, `{${odf}:presentation:1.0}notes`]),
  slide: `{${odf}:drawing:1.0}page`,
};

type Reader = (zip: ZipEntries, collector: TextCollector) => Promise<void>;
const readers: Readonly<Record<string, Reader>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': readPptx,
  'application/vnd.oasis.opendocument.text': readOdt,
  'application/vnd.oasis.opendocument.presentation': readOdp,
};
const presentationTypes = new Set(Object.keys(readers).filter((type) => type.endsWith('presentation')));

/** Whether the words of a file of this type can be read out. Of a workbook they would be wrong: a day stands in it as a number. */
export const hasOfficeText = (type: string): boolean => Object.hasOwn(readers, type);

/**
 * The words of an office file, without layout, pictures and notes, up to what a page shows. Takes time linear in what the file unpacks
 * to, which is bounded. Throws where it can't be read.
 */
export async function officeText(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<ShownText> {
  const read = hasOfficeText(type) ? readers[type] : undefined;
  if (!read) throw new Error(`No text is read out of ${type}`);
  const collector = createTextCollector();
  await read(zipEntries(bytes), collector);
  return shownOf(collector.shownText(), presentationTypes.has(type));
}

/** Boxes of a slide that hold nothing are not shown. */
function shownOf({ parts, isCut }: ShownText, isPresentation: boolean): ShownText {
  if (!isPresentation) return { parts, isCut };
  return { isCut, parts: parts.map(({ slide, paragraphs }) => ({ slide, paragraphs: paragraphs.filter((text) => text.trim() !== '') })) };
}

async function readDocx(zip: ZipEntries, collector: TextCollector): Promise<void> {
  collector.beginPart(null);
  await collectText(zip.text('word/document.xml'), wordGrammar, collector);
}

/** Slides in the order in which they are shown. */
async function readPptx(zip: ZipEntries, collector: TextCollector): Promise<void> {
  const ids = await attributesOf(zip.text('ppt/presentation.xml'), `${presentation}sldId`, [`${documentRelation}id`]);
  const relations = await attributesOf(zip.text('ppt/_rels/presentation.xml.rels'), `${packageRelation}Relationship`, ['{}Id', '{}Target']);
  const targets = new Map(relations.map(([id, target]) => [id, target]));
  for (const [index, [id]] of ids.entries()) {
    if (collector.isFull) return;
    collector.beginPart(index + 1);
    const target = targets.get(id ?? null) ?? '';
    await collectText(zip.text(target.startsWith('/') ? target.slice(1) : `ppt/${target}`), slideGrammar, collector);
  }
}

async function readOdt(zip: ZipEntries, collector: TextCollector): Promise<void> {
  collector.beginPart(null);
  await readOdp(zip, collector);
}

/** Pages begin parts of their own. */
async function readOdp(zip: ZipEntries, collector: TextCollector): Promise<void> {
  await collectText(zip.text('content.xml'), openGrammar, collector);
}

async function collectText(pieces: AsyncIterable<string>, grammar: TextGrammar, collector: TextCollector): Promise<void> {
  const { paragraphs, texts, isSpaceCollapsed, signs, skipped } = grammar;
  let skippedLevels = 0;
  let textLevels = 0;
  let slides = 0;
  await readXml(pieces, {
    open(name) {
      if (skippedLevels > 0 || skipped.has(name)) {
        skippedLevels += 1;
        return;
      }
      if (name === grammar.slide) collector.beginPart(++slides);
      if (paragraphs.has(name)) collector.openParagraph();
      if ((texts ?? paragraphs).has(name)) textLevels += 1;
      const sign = signs.get(name);
      if (sign !== undefined) collector.addText(sign);
    },
    close(name) {
      if (skippedLevels > 0) {
        skippedLevels -= 1;
        return;
      }
      if ((texts ?? paragraphs).has(name)) textLevels -= 1;
      if (paragraphs.has(name)) collector.closeParagraph();
    },
    text(text) {
      if (skippedLevels === 0 && textLevels > 0) collector.addText(isSpaceCollapsed ? text.replace(/[ \t\r\n]+/g, ' ') : text);
    },
    isDone: () => collector.isFull,
  });
}

/** Slides of a presentation that are looked up. */
const mostElements = 5_000;

/** What all elements of one name say in some of their attributes. */
async function attributesOf(
  pieces: AsyncIterable<string>,
  element: string,
  names: readonly string[],
): Promise<readonly (readonly (string | null)[])[]> {
  const found: (string | null)[][] = [];
  await readXml(pieces, {
    open: (name, attribute) => void (name === element && found.push(names.map(attribute))),
    close: () => {},
    text: () => {},
    isDone: () => found.length >= mostElements,
  });
  return found;
}
