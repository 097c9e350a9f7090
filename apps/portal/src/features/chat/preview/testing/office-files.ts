import { zipFile } from './zip-file.ts';

/** Types of the office files whose words are read. */
export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const;

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const compatibility = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const presentation = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const open = [
  ...['office', 'text', 'presentation'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
].join(' ');

export const docxFile = (body: string) =>
  zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${officeTypes.docx}.main+xml"/></Types>`,
    'word/document.xml': `<w:document ${word} ${compatibility}><w:body>${body}</w:body></w:document>`,
  });

/** A presentation that shows these entries in this order; `slides` are the bodies by entry. */
export const pptxFile = (shown: readonly string[], slides: Readonly<Record<string, string>>) =>
  zipFile({
    'ppt/presentation.xml': `<p:presentation ${presentation} ${relation}><p:sldIdLst>${shown.map((id) => `<p:sldId id="1" r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.keys(
      slides,
    )
      .map((id) => `<Relationship Id="${id}" Target="slides/${id}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(Object.entries(slides).map(([id, body]) => [`ppt/slides/${id}.xml`, `<p ${drawing}>${body}</p>`])),
  });

export const openDocumentFile = (body: string) =>
  zipFile({ 'content.xml': `<office:document-content ${open}>${body}</office:document-content>` });
