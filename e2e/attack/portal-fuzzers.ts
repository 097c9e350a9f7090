import { linkedText } from '#portal/features/chat/linked-text.ts';
import { officeText } from '#portal/features/chat/preview/office-text.ts';
import { plainText } from '#portal/features/chat/preview/plain-text.ts';
import { docxFile, officeTypes, openDocumentFile, pptxFile } from '#portal/features/chat/preview/testing/office-files.ts';
import { blocksOf } from '#portal/ui/rich-text-parts.ts';
import { type Fuzzer, fuzzer, textFuzzer } from '#server/testing/fuzz/fuzzer.ts';
import { hostileText } from '#server/testing/fuzz/hostile-text.ts';

type OfficeType = keyof typeof officeTypes;
const samples: Readonly<Record<OfficeType, string>> = {
  docx: '<w:p><w:r><w:t>Dose</w:t><w:tab/><w:t>5 mg</w:t></w:r><mc:AlternateContent><mc:Fallback><w:p/></mc:Fallback></mc:AlternateContent></w:p>',
  pptx: '<a:p><a:r><a:t>Walk</a:t></a:r><a:br/></a:p>',
  odt: '<text:h>Plan</text:h><text:p>Walk<text:s/><text:span>daily</text:span></text:p>',
  odp: '<draw:page><text:p>One</text:p><presentation:notes><text:p>Two</text:p></presentation:notes></draw:page>',
};
const fileOf: Readonly<Record<OfficeType, (body: string) => Promise<Uint8Array<ArrayBuffer>>>> = {
  docx: docxFile,
  pptx: (body) => pptxFile(Array(50).fill('a'), { a: body }),
  odt: openDocumentFile,
  odp: openDocumentFile,
};
/** Whoever opens a file that can't be read is told so. */
const isRefusal = (error: unknown) => error instanceof Error;

/** A wound: where a byte of a good file changes, or where it ends. */
type Wound = { readonly at: number; readonly byte: number } | { readonly cut: number };

/** Every parser of the portal that reads what other people write or send. */
export const portalFuzzers: readonly Fuzzer[] = [
  textFuzzer('addresses in a message', ['See https://a.example/x_(y)). (http://b@c.example)…'], readMessage, () => false),
  textFuzzer('text of a note', ['**Plan** now\n• walk, see https://a.example/x.\n• **rest**'], blocksOf, () => false),
  textFuzzer(
    'text file',
    ['Größe', 'a\r\nb'],
    (text) => plainText(new TextEncoder().encode(text)),
    () => false,
  ),
  ...(Object.keys(samples) as OfficeType[]).map((type) =>
    textFuzzer(`words of a ${type}`, [samples[type]], async (body) => officeText(officeTypes[type], await fileOf[type](body)), isRefusal),
  ),
  fuzzer<Wound>({
    name: 'damaged office file',
    make: (random) => (random.chance(0.3) ? { cut: random.below(1_000) } : { at: random.below(1_000), byte: random.below(256) }),
    read: readWounded,
    isDocumented: isRefusal,
  }),
  fuzzer<{ readonly entries: readonly string[] }>({
    name: 'slides of a presentation',
    make: (random) => ({ entries: Array.from({ length: random.below(20) }, () => hostileText(random, ['a', '../b'])) }),
    read: async ({ entries }) => officeText(officeTypes.pptx, await pptxFile(entries, { a: samples.pptx })),
    isDocumented: isRefusal,
  }),
];

function readMessage(text: string): void {
  const shown = linkedText(text)
    .map((part) => part.text)
    .join('');
  if (shown !== text) throw new Error('A part of the message is lost.');
}

async function readWounded(wound: Wound): Promise<void> {
  const bytes = await docxFile(samples.docx);
  if ('at' in wound) bytes[wound.at % bytes.length] = wound.byte;
  await officeText(officeTypes.docx, 'cut' in wound ? bytes.slice(0, wound.cut % bytes.length) : bytes);
}
