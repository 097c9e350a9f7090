import { hasOfficeText } from './office-text.ts';

/** How a document is shown in the page: by the browser, as the text that it is, or by the words that are in it. */
export type PreviewKind = 'pdf' | 'text' | 'office';

/** Null for what cannot be shown as it was meant, which is saved instead. */
export function previewOf(type: string): PreviewKind | null {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/plain' || type === 'text/csv') return 'text';
  return hasOfficeText(type) ? 'office' : null;
}
