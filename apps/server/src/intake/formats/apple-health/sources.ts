import { type CountingSource, rankSources, type SourceKind } from '@vigil/domain/sources/preferred-sources';

/** What a record says about who made it. */
export interface RecordOrigin {
  readonly sourceName: string;
  /** HealthKit's description of the device; empty where there is none. */
  readonly device: string;
  /** The person typed it in (metadata HKWasUserEntered). */
  readonly wasEntered: boolean;
}

/** Numbers the sources of an export, in the order in which they come, and ranks them once all are known. */
export interface Sources {
  numberOf(origin: RecordOrigin, endMs: number): number;
  /** The rank of each source by its number. */
  ranks(): Uint8Array;
}

/** Sources told apart; what comes from more is taken for one. A phone that was used for ten years has some dozens. */
const maxSources = 255;

export function createSources(): Sources {
  const numbers = new Map<string, number>();
  const known: { kind: SourceKind; name: string; lastMs: number }[] = [];
  return {
    numberOf(origin, endMs) {
      const kind = kindOf(origin);
      const key = `${kind} ${origin.sourceName}`;
      let number = numbers.get(key) ?? -1;
      if (number < 0) {
        number = Math.min(known.length, maxSources);
        if (number === known.length) known.push({ kind, name: origin.sourceName, lastMs: endMs });
        if (numbers.size < maxSources) numbers.set(key, number);
      }
      const source = known[number];
      if (source && endMs > source.lastMs) source.lastMs = endMs;
      return number;
    },
    ranks: () => Uint8Array.from(rankSources(known satisfies readonly CountingSource[])),
  };
}

/** By the device, which Apple names in every language alike; else by the name that devices have until somebody renames them. */
function kindOf({ sourceName, device, wasEntered }: RecordOrigin): SourceKind {
  if (wasEntered) return 'person';
  if (device.includes('manufacturer:Apple')) {
    if (device.includes('name:Apple Watch') || device.includes('model:Watch')) return 'watch';
    if (device.includes('name:iPhone') || device.includes('model:iPhone')) return 'phone';
  }
  if (device !== '') return 'other';
  // Exports write the space in "Apple Watch" as one that does not break.
  const name = sourceName.replaceAll('\u00A0', ' ');
  if (name.endsWith('Apple Watch')) return 'watch';
  return name.endsWith('iPhone') ? 'phone' : 'other';
}
