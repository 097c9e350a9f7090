import type { PictureType } from '@vigil/contract/blob.values';

/** A picture without anything that was written beside it: where it was taken, with what, by whom, a smaller copy. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}
