/** Raised with one sentence for the person at the terminal: what happened and what to do. */
export class SetupError extends Error {}

export function say(text) {
  process.stderr.write(`vigil: ${text}\n`);
}
