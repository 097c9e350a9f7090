import type { PicturePurpose } from '@vigil/contract/blob.values';

/** A part of a picture, in its own pixels. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is sent: photos as JPEG, signatures as PNG, whose lines stay sharp. Pixels. */
export const crops: Readonly<Record<PicturePurpose, { readonly widthPx: number; readonly heightPx: number; readonly type: string }>> = {
  photo: { widthPx: 512, heightPx: 512, type: 'image/jpeg' },
  signature: { widthPx: 900, heightPx: 270, type: 'image/png' },
};

/** Bytes of a file that a browser is asked to open. */
export const mostChosenBytes = 20_000_000;

/** Opens a chosen file as a picture; rejects where the browser cannot show it. The address has to be revoked. */
export async function openPicture(file: Blob): Promise<string> {
  const url = URL.createObjectURL(file);
  try {
    await loaded(url);
    return url;
  } catch (reason) {
    URL.revokeObjectURL(url);
    throw reason;
  }
}

function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image);
}

/** Draws the part anew, upright as the browser shows it: whatever else the file said is gone before it leaves this computer. */
export async function cropped(url: string, { x, y, width, height }: CropArea, purpose: PicturePurpose): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx, heightPx, type } = crops[purpose];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.drawImage(await loaded(url), x, y, width, height, 0, 0, widthPx, heightPx);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!blob) throw new Error('This browser cannot write pictures.');
  return new Uint8Array(await blob.arrayBuffer());
}
