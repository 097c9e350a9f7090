import { type Entry, open, type ZipFile } from 'yauzl';

/** What an office document may be packed from; more is made to harm whoever unpacks it. */
const mostEntries = 10_000;
const mostUnpackedBytes = 1_000_000_000;
/** Times its size on disk, where it is large at all: spreadsheets of numbers reach 20. */
const mostTimesPacked = 200;
const smallBytes = 20_000_000;

/** Why an office document, which is a zip, is not taken, by its table of contents alone: nothing is unpacked. Null where it is. */
export function archiveFault(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    open(path, { lazyEntries: true, autoClose: true, validateEntrySizes: false }, (error, archive) => {
      if (error || !archive) resolve('is damaged');
      else judge(archive, resolve);
    });
  });
}

function judge(archive: ZipFile, resolve: (fault: string | null) => void): void {
  let unpacked = 0;
  const faultOf = ({ fileName, uncompressedSize }: Entry): string | null => {
    unpacked += uncompressedSize;
    const isBomb = unpacked > mostUnpackedBytes || (unpacked > smallBytes && unpacked > archive.fileSize * mostTimesPacked);
    if (isBomb) return 'would unpack to far more than a document holds';
    if (/(^|\/)vbaProject\.bin$/i.test(fileName)) return 'holds a program (macros). Save it without macros and send that';
    return /\.(zip|7z|rar|gz|exe|dll|js|vbs|bat|cmd|ps1|scr)$/i.test(fileName) ? 'holds an archive or a program' : null;
  };
  archive.on('error', () => resolve('is damaged'));
  archive.on('end', () => resolve(null));
  archive.on('entry', (entry: Entry) => {
    const fault = faultOf(entry);
    if (fault === null) archive.readEntry();
    else {
      archive.close();
      resolve(fault);
    }
  });
  if (archive.entryCount > mostEntries) {
    archive.close();
    resolve('holds more parts than any document');
  } else archive.readEntry();
}
