import { VigilError } from '@vigil/contract/errors';
import { SaxesParser } from 'saxes';

/** Elements within each other; exports of readings nest four deep. */
const maxLevels = 32;
/** Characters from one tag to the next, and so of all attributes of a tag: what the parser holds at once. */
const maxBetweenTags = 1024 * 1024;
/** Characters given to the parser at once, between which the bound is looked at. */
const pieceCharacters = 64 * 1024;

export interface XmlHandlers {
  /** `level` is 1 for the outermost element; `line` is counted from 1. */
  open(name: string, attributes: Readonly<Record<string, string>>, level: number, line: number): void;
  close(name: string, level: number): void;
  /** What stands between tags, in pieces, where anybody asks for it. */
  text?(piece: string): void;
}

/**
 * Reads XML as it comes, in memory that does not grow with it; yields after each piece. A document type is passed over and
 * what it declares does not exist: an entity other than the five of XML is an error, so none can grow and none reads a file.
 * Throws `invalid_input` with the line for what is not well-formed, nests too deep or has an endless tag.
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let level = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    level += 1;
    sinceTag = 0;
    if (level > maxLevels) throw unreadable(parser.line, `nests deeper than the ${maxLevels} levels that it may`);
    handlers.open(name, attributes, level, parser.line);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    handlers.close(name, level);
    level -= 1;
  });
  if (handlers.text) parser.on('text', handlers.text);
  parser.on('error', () => {
    throw unreadable(parser.line, 'is not well-formed XML, or was cut off');
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    for (let from = 0; from < text.length; from += pieceCharacters) {
      const piece = text.slice(from, from + pieceCharacters);
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > maxBetweenTags) throw unreadable(parser.line, 'has a text, a tag or a declaration of more than a million characters');
    }
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
  yield;
}

function unreadable(line: number, what: string): VigilError {
  return new VigilError('invalid_input', `The file ${what} (line ${line}). What was read before that line may be stored`);
}
