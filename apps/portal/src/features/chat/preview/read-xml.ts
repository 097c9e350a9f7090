import { SaxesParser } from 'saxes';

/** Elements within each other. Text boxes in cells of tables in tables nest some 60 deep. */
const maxLevels = 200;
/** From one tag to the next, and so all attributes of a tag: what the parser holds at once. Characters. */
const maxBetweenTags = 1_000_000;

/** Names are those of elements and attributes: the namespace in braces, then the local name. */
export interface XmlHandlers {
  open(name: string, attribute: (name: string) => string | null): void;
  close(name: string): void;
  text(text: string): void;
  /** Nothing more is wanted: the rest is not read. */
  isDone(): boolean;
}

/**
 * Reads XML piece by piece, in time linear in its length and in memory that doesn't grow with it. Throws for what is not well-formed,
 * nests too deep, holds a tag or text without end, or declares a document type, whose entities could grow without end.
 */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true });
  let level = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ uri, local, attributes }) => {
    level += 1;
    sinceTag = 0;
    if (level > maxLevels) throw new Error('The XML nests too deep.');
    handlers.open(`{${uri}}${local}`, (wanted) => attributeOf(attributes, wanted));
  });
  parser.on('closetag', ({ uri, local }) => {
    level -= 1;
    sinceTag = 0;
    handlers.close(`{${uri}}${local}`);
  });
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text));
  parser.on('doctype', () => {
    throw new Error('The XML declares a document type.');
  });
  parser.on('error', () => {
    throw new Error('The XML is not well-formed.');
  });
  for await (const piece of pieces) {
    sinceTag += piece.length;
    parser.write(piece);
    if (handlers.isDone()) return;
    if (sinceTag > maxBetweenTags) throw new Error('The XML holds a tag or a text that is too long.');
  }
  parser.close();
}

interface Attribute {
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

function attributeOf(attributes: Readonly<Record<string, Attribute>>, wanted: string): string | null {
  for (const { uri, local, value } of Object.values(attributes)) if (`{${uri}}${local}` === wanted) return value;
  return null;
}
