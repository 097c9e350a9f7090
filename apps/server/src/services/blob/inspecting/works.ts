import { mostChatFileBytes, mostChatPicturePixels, thumbnailPx } from '@vigil/contract/blob.values';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { forgetPlaceOfFilm } from './film-place.ts';
import { isText } from './text.ts';
import { forgetPlaceOfWebm } from './webm-place.ts';
import { archiveFault } from './zip-limits.ts';

/** What a file holds. */
export interface Inspected {
  /** Media type by its bytes; null where they say nothing that is known. */
  readonly type: string | null;
  /** Why it is not taken although its type may be, for the person who sends it, as the end of a sentence. */
  readonly fault?: string;
  /** A picture, drawn anew without what was said beside it. */
  readonly picture?: { readonly bytes: Uint8Array; readonly widthPx: number; readonly heightPx: number };
}

// Every other format that the library can read stays closed to strangers' bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
});
sharp.cache(false);
sharp.concurrency(1);

const placeless = 'is damaged, or built so that where it was filmed cannot be removed from it. Save it anew as MP4 and send that';

/** Quality of pictures that are drawn anew, of 100: no difference is seen beside the original. */
const quality = 92;
const thumbnailQuality = 75;

/** As the types of files that this process is asked about are called in the contract. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['image/apng', 'image/png'],
  ['video/x-m4v', 'video/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
]);

const formats: ReadonlyMap<string, (image: Sharp) => Sharp> = new Map([
  ['image/jpeg', (image: Sharp) => image.jpeg({ quality })],
  ['image/png', (image: Sharp) => image.png()],
  ['image/gif', (image: Sharp) => image.gif()],
  ['image/webp', (image: Sharp) => image.webp({ quality })],
]);

/** Films, and sound, in boxes or elements. */
const placeForgetters: ReadonlyMap<string, (path: string) => Promise<boolean>> = new Map([
  ['video/mp4', forgetPlaceOfFilm],
  ['video/quicktime', forgetPlaceOfFilm],
  ['audio/mp4', forgetPlaceOfFilm],
  ['video/webm', forgetPlaceOfWebm],
]);

const options = { limitInputPixels: mostChatPicturePixels, failOn: 'error', sequentialRead: true } as const;

/** Works on strangers' bytes, in a process that knows nothing else and may be killed. */
export const works = {
  /** What a file is, by its bytes alone. What a film says of where it was taken is removed from the file. */
  async inspect({ path }: { readonly path: string }): Promise<Inspected> {
    const found = await fileTypeFromFile(path);
    if (!found) return { type: (await isText(path)) ? 'text/plain' : null };
    const mime = found.mime.split(';', 1)[0] ?? found.mime;
    const type = otherNames.get(mime) ?? mime;
    const draw = formats.get(type);
    if (draw) return { type, ...(await drawn(path, type, draw)) };
    const forget = placeForgetters.get(type);
    if (forget) return (await forget(path)) ? { type } : { type, fault: placeless };
    if (!/^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\./.test(type)) return { type };
    const fault = await archiveFault(path);
    return fault === null ? { type } : { type, fault };
  },

  /** A small copy of a picture that was drawn here: its first frame. */
  async thumbnail({ path }: { readonly path: string }): Promise<Uint8Array> {
    const size = { width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true } as const;
    return sharp(path, options).resize(size).webp({ quality: thumbnailQuality }).toBuffer();
  },
} as const;

/** The picture upright, in the colours of screens, without anything but its pixels. */
async function drawn(path: string, type: string, draw: (image: Sharp) => Sharp): Promise<Omit<Inspected, 'type'>> {
  try {
    const animated = type === 'image/gif' || type === 'image/webp';
    const { width, height, pages = 1 } = await sharp(path, { ...options, limitInputPixels: false }).metadata();
    if (width * height * pages > mostChatPicturePixels)
      return { fault: `has more than the ${mostChatPicturePixels / 1e6} million pixels that are taken` };
    const { data, info } = await draw(sharp(path, { ...options, animated }).autoOrient()).toBuffer({ resolveWithObject: true });
    // Of few colours, or much noise, it may take more room than it came in.
    if (data.length > mostChatFileBytes) return { fault: `takes more than ${mostChatFileBytes / 1e6} MB once it is drawn anew` };
    return { picture: { bytes: data, widthPx: info.width, heightPx: info.pageHeight ?? info.height } };
  } catch {
    return { fault: 'is damaged, or no picture although it begins like one' };
  }
}
