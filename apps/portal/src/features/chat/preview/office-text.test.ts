import { expect, test } from 'vitest';
import { officeText } from './office-text.ts';
import { plainText } from './plain-text.ts';
import { mostShown } from './shown-text.ts';
import { docxFile, officeTypes, openDocumentFile, pptxFile } from './testing/office-files.ts';
import { zipFile } from './testing/zip-file.ts';

const encoder = new TextEncoder();
const partsOf = async (type: keyof typeof officeTypes, file: Promise<Uint8Array<ArrayBuffer>>) =>
  (await officeText(officeTypes[type], await file)).parts;
const wordParagraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('of a Word document every paragraph, with what was inserted and without what was struck out or moved away', async () => {
  const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Walk </w:t></w:r><w:ins><w:r><w:t>20 minutes</w:t></w:r></w:ins><w:del><w:r><w:delText>an hour</w:delText></w:r></w:del></w:p>
    <w:p><w:r><w:t>Dose</w:t><w:tab/><w:t>5 mg</w:t></w:r><w:moveFrom><w:r><w:t>twice a day</w:t></w:r></w:moveFrom></w:p>`;
  expect(await partsOf('docx', docxFile(body))).toEqual([{ slide: null, paragraphs: ['Walk 20 minutes', 'Dose\t5 mg'] }]);
});

test('the words of a text box are read once, in a paragraph of their own', async () => {
  const box = `<mc:AlternateContent><mc:Choice>${wordParagraph('In the box')}</mc:Choice><mc:Fallback>${wordParagraph('In the box')}</mc:Fallback></mc:AlternateContent>`;
  const body = `<w:p><w:r><w:t>Before </w:t></w:r><w:r>${box}</w:r><w:r><w:t>and after</w:t></w:r></w:p>`;
  expect((await partsOf('docx', docxFile(body)))[0]?.paragraphs).toEqual(['Before and after', 'In the box']);
});

test('of a presentation each slide in the order in which it is shown', async () => {
  const slide = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p><a:p/>`;
  expect(await partsOf('pptx', pptxFile(['b', 'a'], { a: slide('Last'), b: slide('First') }))).toEqual([
    { slide: 1, paragraphs: ['First'] },
    { slide: 2, paragraphs: ['Last'] },
  ]);
});

test('of OpenDocument headings and paragraphs as they read, of a presentation by its pages without notes', async () => {
  const deleted = '<text:tracked-changes><text:p>Struck out</text:p></text:tracked-changes>';
  const text = `${deleted}<text:h>Plan</text:h><text:p>Walk<text:tab/><text:span>20\n   minutes</text:span></text:p>`;
  expect(await partsOf('odt', openDocumentFile(text))).toEqual([{ slide: null, paragraphs: ['Plan', 'Walk\t20 minutes'] }]);
  const notes = '<presentation:notes><text:p>For me</text:p></presentation:notes>';
  const pages = `<draw:page><text:p>One</text:p>${notes}</draw:page><draw:page><text:p>Two</text:p></draw:page>`;
  expect((await partsOf('odp', openDocumentFile(pages))).map(({ paragraphs }) => paragraphs)).toEqual([['One'], ['Two']]);
});

test.each([
  ['no zip file at all', async () => encoder.encode('Not a package, however it is called.')],
  ['a package without a document', async () => zipFile({ 'other.xml': '<x/>' })],
  ['one that declares a document type', async () => zipFile({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' })],
  ['one that is cut off', async () => zipFile({ 'word/document.xml': '<w:document xmlns:w="w"><w:body>' })],
  ['one that unpacks to too much', async () => zipFile({ 'word/document.xml': `<x>${`<y>${'z'.repeat(100_000)}</y>`.repeat(210)}</x>` })],
  ['one with paragraphs 4,000 deep', async () => docxFile('<w:p>'.repeat(4_000) + '</w:p>'.repeat(4_000))],
  ['one with a tag without end', async () => docxFile(`<w:p a="${'x'.repeat(2_000_000)}"/>`)],
])('%s is not read', async (_what, file) => {
  await expect(officeText(officeTypes.docx, await file())).rejects.toThrow();
});

test('a document is shown up to what a page can hold, and says that it goes on', async () => {
  const many = await officeText(officeTypes.docx, await docxFile(wordParagraph('Walk').repeat(200_000)));
  expect([many.parts[0]?.paragraphs.length, many.isCut]).toEqual([mostShown.paragraphs, true]);
  const long = await officeText(officeTypes.docx, await docxFile(wordParagraph('x'.repeat(900_000))));
  expect([long.parts[0]?.paragraphs[0]?.length, long.isCut]).toEqual([mostShown.characters, true]);
  const whole = await officeText(officeTypes.docx, await docxFile(wordParagraph('Walk')));
  expect(whole.isCut).toBe(false);
});

test('a slide that is shown a thousand times is unpacked only up to the limit of the whole file', async () => {
  const slide = `<a:p/>${`<b>${'z'.repeat(400_000)}</b>`.repeat(4)}`;
  const file = await pptxFile(Array(1_000).fill('a'), { a: slide });
  await expect(officeText(officeTypes.pptx, file)).rejects.toThrow('unpacks to too much');
});

test('a text is read as it was written: UTF-8, UTF-16, or what Windows wrote before; a long one is cut and says so', () => {
  expect(plainText(encoder.encode('Größe')).text).toBe('Größe');
  expect(plainText(Uint8Array.from([0xff, 0xfe, 0x47, 0x00])).text).toBe('G');
  expect(plainText(Uint8Array.from([0x47, 0x72, 0xf6])).text).toBe('Grö');
  const { text, isCut } = plainText(new Uint8Array(600_000).fill(0x61));
  expect([text.length, isCut]).toEqual([500_000, true]);
});
