/** A part of a document: of a presentation a slide, from 1; else all of it. */
export interface TextPart {
  readonly slide: number | null;
  readonly paragraphs: readonly string[];
}

/** What a page shows of a document. */
export interface ShownText {
  readonly parts: readonly TextPart[];
  /** The document goes on after this. */
  readonly isCut: boolean;
}

/** What a page shows of a document without becoming slow: a book of some 200 pages. Characters; paragraphs, and slides. */
export const mostShown = { characters: 500_000, paragraphs: 5_000 } as const;

/** Gathers the text of a document in reading order, up to what a page shows. */
export interface TextCollector {
  readonly isFull: boolean;
  /** What follows belongs to this slide; null: the document has none. */
  beginPart(slide: number | null): void;
  /** Paragraphs may lie within each other, as those of a text box do; text belongs to the innermost. */
  openParagraph(): void;
  closeParagraph(): void;
  addText(text: string): void;
  shownText(): ShownText;
}

export function createTextCollector(): TextCollector {
  const parts: { slide: number | null; paragraphs: string[][] }[] = [];
  const open: string[][] = [];
  let characters = 0;
  let paragraphs = 0;
  let isCut = false;
  return {
    get isFull() {
      return isCut;
    },
    beginPart(slide) {
      if (parts.length === mostShown.paragraphs) isCut = true;
      if (!isCut) parts.push({ slide, paragraphs: [] });
    },
    openParagraph() {
      if (paragraphs === mostShown.paragraphs) isCut = true;
      const paragraph: string[] = [];
      open.push(paragraph);
      if (isCut) return;
      paragraphs += 1;
      parts.at(-1)?.paragraphs.push(paragraph);
    },
    closeParagraph() {
      open.pop();
    },
    addText(text) {
      const paragraph = open.at(-1);
      if (!paragraph || isCut) return;
      const room = mostShown.characters - characters;
      paragraph.push(text.slice(0, room));
      characters += Math.min(text.length, room);
      isCut = text.length > room;
    },
    shownText: () => ({
      parts: parts.map(({ slide, paragraphs: texts }) => ({ slide, paragraphs: texts.map((text) => text.join('')) })),
      isCut,
    }),
  };
}
