import { isDiskFull } from './disk/disk-full.ts';

/**
 * Why Vigil, or a command of the operator's tool, cannot start: one sentence for the person at the terminal that says what
 * failed, why, and what to do. It is printed as it is, without a stack.
 */
export class StartError extends Error {}

/** The same for a failure of the file system or of a program, where its code tells why. Anything else is handed back as it is. */
export function explainStartFailure(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return new StartError(
      `Vigil cannot start: the disk of ${dataDir} is full. Nothing that was stored is lost; make room (or move DATA_DIR to a larger disk) and start again.`,
      { cause: error },
    );
  if (code === 'EROFS')
    return new StartError(
      `Vigil cannot start: ${path ?? dataDir} is on a read-only file system. Name a folder that can be written in DATA_DIR.`,
      { cause: error },
    );
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    return new StartError(
      `Vigil cannot start: ${path} does not let this user in (${syscall}: ${code}). Start Vigil as the user that owns ${dataDir}, or give the folder and all in it to this one (chown -R).`,
      { cause: error },
    );
  return error;
}

/** The sentence for the person at the terminal, whatever was thrown. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').map((line) => line.trim()) : [];
  const place = stack.find((line) => line.startsWith('at '));
  return `Vigil cannot start, for a reason that it does not know: ${text.split('\n').join(' ')}${place ? ` (${place})` : ''}. Nothing that was stored is lost; "npm run -s vigil -- doctor" may tell more.`;
}
