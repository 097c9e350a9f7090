import { connect, type Socket } from 'node:net';

/** What clamd says of some bytes. */
export type Finding = { readonly isClean: true } | { readonly isClean: false; readonly malware: string };

/** A scanner for malware that the operator runs beside the server. */
export interface Clamd {
  /** Throws where clamd is away, stalls, or says that it did not look at all of it: then nothing is known. */
  scan(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Finding>;
}

/** Longest silence of clamd, which looks at the whole before it answers. Milliseconds. */
const silenceMs = 120_000;
const connectMs = 5_000;
/** A scan takes no longer, however clamd dawdles: whoever asked must know before others believe that nobody is at it. Milliseconds. */
const scanMs = 240_000;
/** clamd's answers are a line. Bytes. */
const longestAnswer = 4_096;

/** Speaks INSTREAM of clamd's protocol at `tcp://host:3310` or `unix:/path/of/socket`. */
export function createClamd(url: string, longestMs = scanMs): Clamd {
  const at = url.startsWith('unix:') ? { path: url.slice('unix:'.length) } : tcpOf(new URL(url));
  return {
    async scan(content, signal) {
      const socket = connect(at);
      const giveUp = () => socket.destroy(new Error('the scan was given up'));
      signal?.addEventListener('abort', giveUp);
      const over = setTimeout(() => socket.destroy(new Error('clamd takes too long')), longestMs);
      try {
        const answer = answerOf(socket);
        // Whoever writes learns first that the connection broke; the reason is what the answer fails with.
        answer.catch(() => {});
        const isWhole = await send(socket, content, answer);
        const finding = findingOf(await answer);
        if (finding.isClean && !isWhole) throw new Error('clamd answered before it had all of it');
        return finding;
      } finally {
        clearTimeout(over);
        signal?.removeEventListener('abort', giveUp);
        socket.destroy();
      }
    },
  };
}

const tcpOf = ({ hostname, port }: URL) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });

/** In pieces with their length in front, the last one empty. Ends early where clamd has answered before the end: then false. */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>, answer: Promise<string>): Promise<boolean> {
  let isAnswered = false;
  const answered = answer.then(
    () => {
      isAnswered = true;
    },
    () => {
      isAnswered = true;
    },
  );
  const write = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await Promise.race([new Promise<void>((resolve) => socket.once('drain', resolve)), answered]);
  };
  await write(Buffer.from('zINSTREAM\0'));
  for await (const piece of content) {
    if (isAnswered) return false;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    await write(length);
    await write(piece);
  }
  await write(Buffer.alloc(4));
  return true;
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setTimeout(connectMs);
    socket.once('connect', () => socket.setTimeout(silenceMs));
    socket.once('timeout', () => socket.destroy(new Error('clamd does not answer')));
    socket.once('error', reject);
    for (const over of ['end', 'close'] as const)
      socket.once(over, () => reject(new Error('clamd closed the connection before it had answered')));
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > longestAnswer) socket.destroy(new Error('clamd answers without an end'));
    });
  });
}

function findingOf(answer: string): Finding {
  if (answer === 'stream: OK') return { isClean: true };
  if (answer.startsWith('stream: ') && answer.endsWith(' FOUND'))
    return { isClean: false, malware: answer.slice('stream: '.length, -' FOUND'.length) };
  throw new Error(`clamd did not look at it: ${answer.slice(0, 200)}`);
}
