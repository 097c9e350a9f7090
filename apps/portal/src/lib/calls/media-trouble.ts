/** Why sound or a picture cannot be taken: each has words that say what to press. */
const mediaTroubles = ['refused', 'missing', 'busy', 'insecure', 'failed'] as const;
export type MediaTrouble = (typeof mediaTroubles)[number];

/** A microphone or camera that could not be opened. */
export class MediaError extends Error {
  readonly trouble: MediaTrouble;
  constructor(trouble: MediaTrouble, cause?: unknown) {
    super(`Media: ${trouble}`, { cause });
    this.name = 'MediaError';
    this.trouble = trouble;
  }
}

/** By the names of the standard (Media Capture and Streams, 10.2.1); browsers agree on the names and not on the texts. */
const byName: Readonly<Record<string, MediaTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function troubleOf(reason: unknown): MediaTrouble {
  if (reason instanceof MediaError) return reason.trouble;
  const name = (reason as { readonly name?: unknown } | null)?.name;
  return (typeof name === 'string' && byName[name]) || 'failed';
}
