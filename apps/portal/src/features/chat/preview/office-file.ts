import type { ShownText } from './shown-text.ts';

/** What the worker is handed. */
export interface OfficeFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the worker answers; null: the file can't be read. */
export interface OfficeFileAnswer {
  readonly shown: ShownText | null;
}
