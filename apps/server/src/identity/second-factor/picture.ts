import { encode } from 'uqr';

/** A QR code as one SVG path in a square of `size` units, its quiet zone included. Made here: the secret in it goes nowhere else. */
export interface Picture {
  readonly size: number;
  readonly path: string;
}

/** Modules of white around it (ISO/IEC 18004 asks for four). */
const quietZone = 4;

export function pictureOf(text: string): Picture {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return { size, path };
}
