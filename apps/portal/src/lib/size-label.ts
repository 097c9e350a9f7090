/** A file's size as the specification writes it: bytes below 1000, KB below 1,000,000, MB above; in the person's numbers. */
export function sizeLabel(bytes: number, language: string): string {
  const [value, unit] = bytes < 1000 ? [bytes, 'bytes'] : bytes < 1e6 ? [bytes / 1000, 'KB'] : [bytes / 1e6, 'MB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: unit === 'MB' ? 1 : 0, roundingMode: 'trunc' }).format(value)} ${unit}`;
}
