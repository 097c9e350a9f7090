import { VigilError } from '@vigil/contract/errors';
import { readXml } from '../bounded-xml.ts';
import type { FilePart, FileStart, Format, FormatContext, Reading } from '../format.ts';
import { createRecordReader, type HealthRecord, type RecordReader } from './read-records.ts';

/** The document type, or the outermost element; the type that exports declare takes some ten thousand characters. */
const outermost = /<(?:!DOCTYPE\s+)?HealthData[\s>]/;
/** The folder of the zip has one name in every language; the file in it has not. The other one holds the same for hospitals. */
const exportInZip = /^(?:[^/]+\/)?apple_health_export\/[^/]+\.xml$/;
const clinicalDocument = '_cda.xml';

/**
 * The export of Apple Health: export.xml, or the zip that the phone makes of it. Apple documents neither; the document type
 * at its top names its elements and attributes.
 */
export const appleHealth: Format = {
  id: 'apple-health',
  name: 'Apple Health export',
  device: 'Apple Health',
  recognises: ({ text, entries }: FileStart) => (entries === null ? outermost.test(text) : entries.some(isExport)),
  async *persons(parts) {
    let birthDate: string | undefined;
    let isPastHead = false;
    const onPerson = (date: string) => {
      birthDate = date;
      isPastHead = true;
    };
    const pastHead = () => {
      isPastHead = true;
    };
    for await (const _piece of readXml(await exportOf(parts), handlersFor({ onPerson, onRecord: pastHead, onOther: pastHead })))
      if (isPastHead) break;
    if (birthDate !== undefined) yield birthDate;
  },
  read,
};

async function* read(parts: readonly FilePart[], context: FormatContext): AsyncGenerator<readonly Reading[]> {
  const reader: RecordReader = createRecordReader(context);
  const handlers = handlersFor({
    onPerson: (birthDate) => context.bornOn(birthDate),
    onRecord: reader.add,
    onOther: (what) => context.skip(what),
  });
  for await (const _piece of readXml(await exportOf(parts), handlers)) {
    const readings = reader.taken();
    if (readings.length > 0) yield readings;
  }
  yield* reader.rest();
}

function isExport(name: string): boolean {
  return exportInZip.test(name) && !name.endsWith(clinicalDocument);
}

async function exportOf(parts: readonly FilePart[]): Promise<AsyncIterable<Uint8Array>> {
  const [only] = parts;
  const part = parts.length === 1 ? only : parts.find(({ name }) => isExport(name));
  if (!part) throw new VigilError('invalid_input', 'The zip holds no export of Apple Health (apple_health_export/export.xml)');
  return part.bytes();
}

interface Listeners {
  /** The date of birth that the export begins with. */
  readonly onPerson: (birthDate: string) => void;
  readonly onRecord: (record: HealthRecord) => void;
  /** Something that holds no readings, with the words for it. */
  readonly onOther: (what: string) => void;
}

/** Elements below the outermost that say something about the export and not about the person's health. */
const aboutTheExport = new Set(['ExportDate', 'Me']);
const dateOfBirth = 'HKCharacteristicTypeIdentifierDateOfBirth';
/** Characters; a longer text is no date. */
const longestBirthDate = 64;
/** Level of the records; those within a correlation are one deeper. */
const recordLevel = 2;

function handlersFor({ onPerson, onRecord, onOther }: Listeners): Parameters<typeof readXml>[1] {
  let open: HealthRecord | null = null;
  /** The date of birth, where it is an element and not an attribute; null outside such an element. */
  let birthDate: string | null = null;
  let isAboutThePerson = false;
  return {
    text(piece) {
      if (birthDate !== null && birthDate.length + piece.length <= longestBirthDate) birthDate += piece;
    },
    open(name, attributes, level, line) {
      if (level === 1 && name !== 'HealthData')
        throw new VigilError('invalid_input', 'The file is no export of Apple Health: its outermost element is not HealthData');
      if (level === recordLevel) {
        if (name === 'Record') open = { line, attributes, wasEntered: false };
        else if (!aboutTheExport.has(name)) onOther(`Vigil keeps no ${name.slice(0, 100)}`);
        const written = attributes[dateOfBirth];
        if (name === 'Me' && written) onPerson(written);
        isAboutThePerson = name === 'Me';
      } else if (level === recordLevel + 1) {
        if (isAboutThePerson && name === dateOfBirth) birthDate = attributes.value ?? '';
        // A record within a correlation (both pressures of one measurement) stands in the export by itself as well.
        if (name === 'Record') onOther('Part of a correlation: the same record stands in the export by itself');
        else if (name === 'MetadataEntry' && open && attributes.key === 'HKWasUserEntered' && attributes.value === '1')
          open = { ...open, wasEntered: true };
      }
    },
    close(_name, level) {
      if (level === recordLevel + 1 && birthDate !== null) {
        if (birthDate.trim() !== '') onPerson(birthDate.trim());
        birthDate = null;
      }
      if (level !== recordLevel || !open) return;
      onRecord(open);
      open = null;
    },
  };
}
