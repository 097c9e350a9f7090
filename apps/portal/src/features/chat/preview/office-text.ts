import { type ZipEntries, zipEntries } from './zip-entries.ts';

/** A part of a document: of a presentation a slide, from 1; else all of it. */
export interface TextPart {
  readonly slide: number | null;
  readonly paragraphs: readonly string[];
}

/** Namespaces of what is read of ECMA-376 and ISO/IEC 26300 (OpenDocument). */
const names = {
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  presentation: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  relation: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  openText: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  openDrawing: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
} as const;

const readers: Readonly<Record<string, (zip: ZipEntries) => Promise<readonly TextPart[]>>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': readPptx,
  'application/vnd.oasis.opendocument.text': readOdt,
  'application/vnd.oasis.opendocument.presentation': readOdp,
};

/** Whether the words of a file of this type can be read out. Of a workbook they would be wrong: a day stands in it as a number. */
export const hasOfficeText = (type: string): boolean => type in readers;

/** The words of an office file, without layout, pictures and notes. Throws where it cannot be read. */
export async function officeText(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<readonly TextPart[]> {
  const read = readers[type];
  if (!read) throw new Error(`No text is read out of ${type}`);
  return read(zipEntries(bytes));
}

async function readDocx(zip: ZipEntries) {
  const paragraphs = [...(await xml(zip, 'word/document.xml')).getElementsByTagNameNS(names.word, 'p')];
  return [{ slide: null, paragraphs: paragraphs.map((one) => runs(one, names.word)) }];
}

/** Slides in the order in which they are shown. */
async function readPptx(zip: ZipEntries) {
  const shown = await xml(zip, 'ppt/presentation.xml');
  const relations = await xml(zip, 'ppt/_rels/presentation.xml.rels');
  const targets = new Map(
    [...relations.getElementsByTagName('Relationship')].map((one) => [one.getAttribute('Id'), one.getAttribute('Target')]),
  );
  const ids = [...shown.getElementsByTagNameNS(names.presentation, 'sldId')].map((one) => one.getAttributeNS(names.relation, 'id'));
  return Promise.all(
    ids.map(async (id, index) => {
      const slide = await xml(zip, `ppt/${targets.get(id)}`);
      const paragraphs = [...slide.getElementsByTagNameNS(names.drawing, 'p')].map((one) => runs(one, names.drawing));
      return { slide: index + 1, paragraphs: paragraphs.filter((text) => text.trim() !== '') };
    }),
  );
}

async function readOdt(zip: ZipEntries) {
  return [{ slide: null, paragraphs: openParagraphs(await xml(zip, 'content.xml')) }];
}

async function readOdp(zip: ZipEntries) {
  const pages = [...(await xml(zip, 'content.xml')).getElementsByTagNameNS(names.openDrawing, 'page')];
  return pages.map((page, index) => ({ slide: index + 1, paragraphs: openParagraphs(page) }));
}

/** An entry as XML. What declares a document type is no office file, and could be made to grow without end. */
async function xml(zip: ZipEntries, name: string): Promise<Document> {
  const text = await zip.text(name);
  if (text === null || text.includes('<!DOCTYPE')) throw new Error(`${name} cannot be read.`);
  const found = new DOMParser().parseFromString(text, 'application/xml');
  if (found.getElementsByTagName('parsererror').length > 0) throw new Error(`${name} cannot be read.`);
  return found;
}

/** The text of a paragraph; what was struck out by a tracked change is in other elements. */
function runs(paragraph: Element, namespace: string): string {
  const parts = [...paragraph.getElementsByTagNameNS(namespace, '*')].map(({ localName, textContent }) => {
    if (localName === 't') return textContent ?? '';
    if (localName === 'tab') return '\t';
    return localName === 'br' ? '\n' : '';
  });
  return parts.join('');
}

function openParagraphs(within: Document | Element): readonly string[] {
  return [...within.getElementsByTagNameNS(names.openText, '*')]
    .filter(({ localName }) => localName === 'p' || localName === 'h')
    .map((one) => (one.textContent ?? '').trim());
}
