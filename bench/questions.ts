import { Agent, request } from 'node:http';

/** A question that is asked of many members. */
export interface Question {
  /** Path and query for the n-th time it is asked. */
  readonly path: (n: number) => string;
  /** What is sent with it; without one it is a GET. */
  readonly body?: (n: number) => object;
  /** Throws when the answer is not one to the question: a fast wrong answer is no figure. */
  readonly check: (answer: unknown) => void;
}

const usualWarmUps = 5;

/**
 * Asks `times` times, one after the other over one kept-alive connection, and answers the milliseconds of each, from the first
 * byte sent to the last received. A few times beforehand do not count; without `warmUps` each is the first of its kind.
 */
export async function ask(url: string, token: string, question: Question, times: number, warmUps = usualWarmUps): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const latenciesMs: number[] = [];
  try {
    for (let n = -warmUps; n < times; n += 1) {
      const from = performance.now();
      // The warm-up asks of the last ones, which are asked again only at the very end.
      const place = n < 0 ? times + n : n;
      const { status, text } = await answerOf(`${url}${question.path(place)}`, question.body?.(place), token, agent);
      if (n >= 0) latenciesMs.push(performance.now() - from);
      if (status !== 200) throw new Error(`A question was answered with ${status}: ${text.slice(0, 300)}`);
      question.check(JSON.parse(text));
    }
  } finally {
    agent.destroy();
  }
  return latenciesMs;
}

function answerOf(url: string, body: object | undefined, token: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const outgoing = request(url, { agent, headers, method: body ? 'POST' : 'GET' });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    outgoing.end(body && JSON.stringify(body));
  });
}
