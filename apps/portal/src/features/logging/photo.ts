/** Longest side of a photo that is sent: enough to see what lies on a plate. Pixels. */
const longestSidePx = 1_600;

/**
 * A chosen file as a JPEG, upright and drawn anew: whatever else it said, such as where it was taken, is gone before it leaves
 * this device. Rejects where the browser cannot show it.
 */
export async function photoOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestSidePx / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!blob) throw new Error('This browser cannot write pictures.');
  return new Uint8Array(await blob.arrayBuffer());
}
