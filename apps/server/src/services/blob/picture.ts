import { pictureLimits } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import { bareJpeg } from './jpeg.ts';
import type { Picture } from './picture-kinds.ts';
import { barePng } from './png.ts';

/**
 * The picture that these bytes are, by what they begin with. Its pixels stay as they are. Throws invalid_input for anything
 * but a whole JPEG or PNG of a size that pages show.
 */
export function pictureOf(bytes: Buffer): Picture {
  const picture = bareJpeg(bytes) ?? barePng(bytes);
  if (!picture) throw refused('is no whole JPEG or PNG. Choose another picture, or save it anew as one of these.');
  const { leastPx, mostPx } = pictureLimits;
  const { widthPx, heightPx } = picture;
  if (Math.min(widthPx, heightPx) < leastPx || Math.max(widthPx, heightPx) > mostPx)
    throw refused(`is ${widthPx} × ${heightPx} pixels. Each side has to be ${leastPx} to ${mostPx}; scale it before you send it.`);
  return picture;
}

function refused(reason: string): VigilError {
  return new VigilError('invalid_input', `The picture ${reason} Nothing was stored.`, {
    fields: [{ field: 'body', message: `It ${reason}` }],
  });
}
