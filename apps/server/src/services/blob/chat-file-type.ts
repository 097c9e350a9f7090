import { type ChatFileType, chatFileTypes, type FileKind, longestFileName } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';

/** A file as it is kept: what it is, and its name with the extension of that. */
export interface NamedType {
  readonly type: ChatFileType;
  readonly name: string;
}

const takenInWords =
  'Pictures (JPEG, PNG, GIF, WebP), videos (MP4, WebM, MOV), sound (MP3, M4A, AAC, OGG, WAV, FLAC), PDF, Word, Excel, PowerPoint, OpenDocument, text and CSV are taken.';

/** Signs of an extension that are repeated to whoever sends the file. */
const longestShownExtension = 20;

/** What people send in forms that are not taken, and what to do instead. */
const instead: ReadonlyMap<string | null, string> = new Map([
  ['image/heic', 'is a HEIC picture, which most browsers cannot show. Save it as JPEG and send that.'],
  ['image/heif', 'is a HEIF picture, which most browsers cannot show. Save it as JPEG and send that.'],
  ['application/x-cfb', 'is of an old Office format. Save it as .docx, .xlsx or .pptx, or as PDF, and send that.'],
  ['application/zip', 'is an archive. Send the files that are in it.'],
]);

const kindsInWords: Readonly<Record<FileKind, string>> = { image: 'picture', video: 'video', audio: 'sound', document: 'document' };

/** What a file is taken as, by what it holds and, of texts, by its name. Throws invalid_input with the reason for what is not taken. */
export function typeOfChatFile(found: string | null, givenName: string): NamedType {
  const extension = extensionOf(givenName);
  const type = found === 'text/plain' && extension === 'csv' ? 'text/csv' : found;
  const claimed = kindOfExtension(extension);
  if (!isTaken(type)) {
    if (claimed !== undefined && claimed !== 'document' && !instead.has(type)) throw claimsToBe(extension, claimed);
    throw refused(instead.get(type) ?? `is of a kind that is not taken. ${takenInWords}`);
  }
  const { kind, extensions } = chatFileTypes[type];
  if ((extensions as readonly string[]).includes(extension)) return { type, name: shortened(givenName) };
  if (extension !== '' && claimed === undefined)
    throw refused(`is called .${[...extension].slice(0, longestShownExtension).join('')}, which is not taken. ${takenInWords}`);
  // One picture, video or sound is as good as another; a letter that is a table is not what its name says.
  if (claimed !== undefined && (claimed !== kind || kind === 'document')) throw claimsToBe(extension, claimed);
  return { type, name: shortened(`${stemOf(givenName)}.${extensions[0]}`) };
}

const isTaken = (type: string | null): type is ChatFileType => type !== null && Object.hasOwn(chatFileTypes, type);

const kindOfExtension = (extension: string): FileKind | undefined =>
  Object.values(chatFileTypes).find(({ extensions }) => (extensions as readonly string[]).includes(extension))?.kind;

const claimsToBe = (extension: string, kind: FileKind) => refused(`is called .${extension}, and is no such ${kindsInWords[kind]}.`);

/** A name as it came in the header, as it can be shown: no folder, no signs that are not seen or turn others round. Throws invalid_input. */
export function givenFileName(header: string | undefined): string {
  const name = baseNameOf(decoded(header ?? ''))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return name === '' ? 'file' : name;
}

/** The reason ends its sentence itself. */
export const refused = (reason: string): VigilError =>
  new VigilError('invalid_input', `The file ${reason} Nothing was stored.`, { fields: [{ field: 'body', message: `It ${reason}` }] });

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw new VigilError('invalid_input', 'x-file-name: the name is not percent-encoded UTF-8. Nothing was stored.', {
      fields: [{ field: 'x-file-name', message: 'Percent-encode it' }],
    });
  }
}

const baseNameOf = (name: string) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
const dotIn = (name: string) => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
};
const extensionOf = (name: string) => name.slice(dotIn(name) + 1).toLowerCase();
const stemOf = (name: string) => name.slice(0, dotIn(name));

/** Signs, not halves of one. */
function shortened(name: string): string {
  const signs = [...name];
  if (signs.length <= longestFileName) return name;
  const extension = [...name.slice(dotIn(name))];
  return [...signs.slice(0, longestFileName - extension.length), ...extension].join('');
}
