import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Answer, decodeAnswer, encodeRequest, messageBytes, newTransaction, type Request, type Signature } from './stun-message.ts';

/** A relay's address, as browsers take it, in its parts. */
export interface TurnAddress {
  readonly host: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp' | 'tls';
}

/** As in `turn:relay.example.org:3478?transport=tcp` or `turns:relay.example.org`. Throws for anything else. */
export function turnAddress(url: string): TurnAddress {
  const found = /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url);
  if (!found) throw new Error(`${url} is no address of a relay.`);
  const [, scheme = '', host = '', port, transport] = found;
  const isTls = scheme.toLowerCase() === 'turns';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? (isTls ? 5349 : 3478) : Number(port),
    transport: isTls ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
  };
}

/** What asks a relay, one question after the other. */
interface Line {
  /** Throws where nothing answers in time. */
  ask(request: Request): Promise<Answer>;
  close(): void;
}

const patienceMs = 5_000;
/** UDP loses what it loses: a question is sent again so often within the patience. */
const againMs = 1_000;

/**
 * Asks a relay for an address as a browser would, and gives it back: the address that was opened. Throws, in a sentence, what keeps
 * calls from going through it.
 */
export async function allocate(url: string, credentials: { readonly username: string; readonly credential: string }): Promise<string> {
  const line = await openLine(turnAddress(url));
  try {
    const greeting = await line.ask({ method: 'allocate', transaction: newTransaction(), lifetime: 60, signature: null });
    if (greeting.isSuccess) throw new Error('It lets everybody in without a password: set use-auth-secret and static-auth-secret there.');
    if (greeting.error?.code !== 401 || greeting.realm === null || greeting.nonce === null) throw refused(greeting);
    const signature: Signature = { ...credentials, realm: greeting.realm, nonce: greeting.nonce };
    const opened = await line.ask({ method: 'allocate', transaction: newTransaction(), lifetime: 60, signature });
    if (!opened.isSuccess) throw refused(opened);
    if (opened.relayedAddress === null) throw new Error('It opened an address that cannot be read.');
    await line.ask({ method: 'refresh', transaction: newTransaction(), lifetime: 0, signature });
    return opened.relayedAddress;
  } finally {
    line.close();
  }
}

function refused({ error }: Answer): Error {
  if (error?.code === 401)
    return new Error('It does not take our password: TURN_SECRET is not its static-auth-secret, or the clocks of the two machines differ.');
  if (error?.code === 486) return new Error('It has no room for another call (486): raise its user-quota and total-quota.');
  if (error?.code === 508) return new Error('It has no address left to give (508): widen its range of ports (min-port, max-port).');
  return new Error(`It refused (${error ? `${error.code} ${error.reason}`.trim() : 'without a reason'}).`);
}

const openLine = (address: TurnAddress): Promise<Line> => (address.transport === 'udp' ? openUdp(address) : openStream(address));

/** Answers by their transaction; what fails, fails every question. */
function createQuestions() {
  const waiting = new Map<string, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  return {
    wait(transaction: Buffer, onEnd: () => void): Promise<Answer> {
      const key = transaction.toString('hex');
      const answered = new Promise<Answer>((resolve, reject) => waiting.set(key, { resolve, reject }));
      const silent = setTimeout(() => waiting.get(key)?.reject(new Error('Nothing answers there.')), patienceMs);
      return answered.finally(() => {
        clearTimeout(silent);
        waiting.delete(key);
        onEnd();
      });
    },
    answered(answer: Answer): void {
      waiting.get(answer.transaction.toString('hex'))?.resolve(answer);
    },
    failed(error: Error): void {
      for (const one of waiting.values()) one.reject(error);
    },
  };
}

async function openUdp({ host, port }: TurnAddress): Promise<Line> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
  const questions = createQuestions();
  socket.on('message', (bytes) => {
    try {
      if (messageBytes(bytes) === bytes.length) questions.answered(decodeAnswer(bytes));
    } catch (error) {
      questions.failed(error as Error);
    }
  });
  socket.on('error', (error) => questions.failed(unreachable(error)));
  return {
    ask(request) {
      const bytes = encodeRequest(request);
      const send = () =>
        socket.send(bytes, port, host, (error) => {
          if (error) questions.failed(unreachable(error));
        });
      const again = setInterval(send, againMs);
      const answered = questions.wait(request.transaction, () => clearInterval(again));
      send();
      return answered;
    },
    close: () => socket.close(),
  };
}

function openStream({ host, port, transport }: TurnAddress): Promise<Line> {
  return new Promise((resolve, reject) => {
    const questions = createQuestions();
    let arrived = Buffer.alloc(0);
    const socket =
      transport === 'tls' ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) }) : connectTcp({ host, port });
    const silent = setTimeout(() => socket.destroy(new Error('Nothing answers there.')), patienceMs);
    const line: Line = {
      ask(request) {
        const answered = questions.wait(request.transaction, () => {});
        socket.write(encodeRequest(request));
        return answered;
      },
      close: () => socket.destroy(),
    };
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => {
      clearTimeout(silent);
      resolve(line);
    });
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      try {
        for (let length = messageBytes(arrived); length !== null && arrived.length >= length; length = messageBytes(arrived)) {
          questions.answered(decodeAnswer(arrived.subarray(0, length)));
          arrived = arrived.subarray(length);
        }
      } catch (error) {
        questions.failed(error as Error);
      }
    });
    socket.on('close', () => questions.failed(new Error('It closed the connection without an answer.')));
    socket.on('error', (error) => {
      clearTimeout(silent);
      questions.failed(unreachable(error));
      reject(unreachable(error));
    });
  });
}

function unreachable(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Error('There is no machine of this name.');
  if (code === 'ECONNREFUSED') return new Error('Nothing listens there.');
  return error;
}
