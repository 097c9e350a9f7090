import { expect, test } from 'vitest';
import { officeText } from './office-text.ts';
import { plainText } from './plain-text.ts';

const types = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const;
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const open =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';

const encoder = new TextEncoder();
async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = (new Response(bytes).body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A zip file of these entries, packed as office programs do (APPNOTE.TXT, 4.3). */
async function zip(entries: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<Uint8Array<ArrayBuffer>> {
  const [parts, directory]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const [packed, named] = [await deflated(bytes), encoder.encode(name)];
    const sizes = [0, packed.length, bytes.length] as const;
    const local = header(0x04034b50, [20, 0, 8, 0, 0], sizes, [named.length, 0]);
    directory.push(header(0x02014b50, [20, 20, 0, 8, 0, 0], sizes, [named.length, 0, 0, 0, 0], [0, at]), named);
    parts.push(local, named, packed);
    at += local.length + named.length + packed.length;
  }
  const count = Object.keys(entries).length;
  const bytesOfDirectory = directory.reduce((sum, { length }) => sum + length, 0);
  const end = header(0x06054b50, [0, 0, count, count], [bytesOfDirectory, at], [0]);
  return Uint8Array.from([...parts, ...directory, end].flatMap((part) => [...part]));
}
function header(mark: number, ...groups: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  // Short numbers and long ones take turns.
  const bytes = groups.flatMap((group, index) => group.flatMap((value) => littleEndian(value, index % 2 === 0 ? 2 : 4)));
  return Uint8Array.from([...littleEndian(mark, 4), ...bytes]);
}
const littleEndian = (value: number, length: number) => Array.from({ length }, (_, at) => (value >>> (8 * at)) & 0xff);

test('of a Word document every paragraph, with what was inserted and without what was struck out', async () => {
  const body = `<w:p><w:r><w:t>Walk </w:t></w:r><w:ins><w:r><w:t>20 minutes</w:t></w:r></w:ins><w:del><w:r><w:delText>an hour</w:delText></w:r></w:del></w:p>
    <w:p><w:r><w:t>Dose</w:t><w:tab/><w:t>5 mg</w:t></w:r></w:p>`;
  const file = await zip({
    '[Content_Types].xml': '<x/>',
    'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`,
  });
  expect(await officeText(types.docx, file)).toEqual([{ slide: null, paragraphs: ['Walk 20 minutes', 'Dose\t5 mg'] }]);
});

test('of a presentation each slide in the order in which it is shown', async () => {
  const slide = (text: string) => `<p ${drawing}><a:p><a:r><a:t>${text}</a:t></a:r></a:p><a:p/></p>`;
  const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const file = await zip({
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${relation}><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="a" Target="slides/slide1.xml"/><Relationship Id="b" Target="slides/slide2.xml"/></Relationships>',
    'ppt/slides/slide1.xml': slide('Last'),
    'ppt/slides/slide2.xml': slide('First'),
  });
  expect(await officeText(types.pptx, file)).toEqual([
    { slide: 1, paragraphs: ['First'] },
    { slide: 2, paragraphs: ['Last'] },
  ]);
});

test('of OpenDocument headings and paragraphs, of a presentation by its pages', async () => {
  const text = await zip({
    'content.xml': `<office:document-content ${open}><text:h>Plan</text:h><text:p>Walk</text:p></office:document-content>`,
  });
  expect(await officeText(types.odt, text)).toEqual([{ slide: null, paragraphs: ['Plan', 'Walk'] }]);
  const pages = '<draw:page><text:p>One</text:p></draw:page><draw:page><text:p>Two</text:p></draw:page>';
  const shown = await zip({ 'content.xml': `<office:document-content ${open}>${pages}</office:document-content>` });
  expect((await officeText(types.odp, shown)).map(({ paragraphs }) => paragraphs)).toEqual([['One'], ['Two']]);
});

test.each([
  ['no zip file at all', async () => encoder.encode('Not a package, however it is called.')],
  ['a package without a document', async () => zip({ 'other.xml': '<x/>' })],
  ['one that declares a document type', async () => zip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' })],
  ['one that unpacks to too much', async () => zip({ 'word/document.xml': new Uint8Array(30_000_000) })],
])('%s is not read', async (_what, file) => {
  await expect(officeText(types.docx, await file())).rejects.toThrow();
});

test('a text is read as it was written: UTF-8, UTF-16, or what Windows wrote before; a long one is cut and says so', () => {
  expect(plainText(encoder.encode('Größe')).text).toBe('Größe');
  expect(plainText(Uint8Array.from([0xff, 0xfe, 0x47, 0x00])).text).toBe('G');
  expect(plainText(Uint8Array.from([0x47, 0x72, 0xf6])).text).toBe('Grö');
  const { text, isCut } = plainText(new Uint8Array(600_000).fill(0x61));
  expect([text.length, isCut]).toEqual([500_000, true]);
});
