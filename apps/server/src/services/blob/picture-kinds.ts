import type { PicturePurpose, PictureType } from '@vigil/contract/blob.values';

/** A picture without anything that was written beside it: where it was taken, with what, by whom, a smaller copy. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

const extensions: Readonly<Record<PictureType, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** What a picture is called where it is handed out. */
export const fileNameOf = ({
  purpose,
  mediaType,
}: {
  readonly purpose: PicturePurpose | 'meal';
  readonly mediaType: PictureType;
}): string => `${purpose}.${extensions[mediaType]}`;
