import { mostChatFileBytes } from '@vigil/contract/blob.values';
import { createClamd } from '#platform/clamd/clamd.ts';
import { eicar } from '#platform/clamd/eicar.ts';
import type { Config } from '#platform/config.ts';
import type { Finding } from './finding.ts';

const name = 'Scanner for malware';
const piece = Buffer.alloc(1_000_000);

/** Has the scanner look at the text that every scanner takes for malware, and at as much as the largest file of a conversation. */
export async function examineScanner({ clamdUrl }: Pick<Config, 'clamdUrl'>): Promise<Finding> {
  if (clamdUrl === undefined)
    return { check: name, state: 'ok', detail: 'none is set up: files of conversations are not checked for malware' };
  const clamd = createClamd(clamdUrl);
  try {
    if ((await clamd.scan(pieces([Buffer.from(eicar)]))).isClean)
      return {
        ...{ check: name, state: 'broken', detail: `${clamdUrl} finds nothing in the test file of all scanners` },
        mend: 'Give clamd its signatures (freshclam), and start it again: it takes every file for clean now.',
      };
  } catch (error) {
    return {
      ...{ check: name, state: 'broken', detail: `${clamdUrl}: ${(error as Error).message}` },
      mend: 'Start clamd, or correct CLAMD_URL; until then files of conversations wait, and nobody can open them.',
    };
  }
  try {
    await clamd.scan(pieces(Array<Buffer>(mostChatFileBytes / piece.length).fill(piece)));
  } catch (error) {
    return {
      ...{ check: name, state: 'warning', detail: `${clamdUrl} does not look at files of 100 MB: ${(error as Error).message}` },
      mend: 'Set StreamMaxLength, MaxScanSize and MaxFileSize of clamd to at least 100M; until then larger files wait, and nobody can open them.',
    };
  }
  return { check: name, state: 'ok', detail: `${clamdUrl} finds the test file, and looks at files of 100 MB` };
}

async function* pieces(all: readonly Buffer[]): AsyncIterable<Uint8Array> {
  yield* all;
}
