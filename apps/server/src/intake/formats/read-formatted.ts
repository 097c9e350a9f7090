import { setImmediate as nextTurn } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { countOf, createDistinctValues } from '../csv/distinct-values.ts';
import { maxSkipReasons } from '../limits.ts';
import { type CollectedTicks, createTickCollector } from '../tick-collector.ts';
import { quoted } from '../tick-rules.ts';
import { createWallClock, type WallClock } from '../wall-clock.ts';
import type { FilePart, Format, FormatContext } from './format.ts';
import { startOf } from './start.ts';

export interface ReadOptions {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly person: string | undefined;
  /** When a file begins that does not say so itself, as the sender writes it. */
  readonly start?: string | undefined;
  /** The member's date of birth, as in 1980-02-29; null where it is not known. */
  readonly birthDate: string | null;
  /** How many ticks are collected before they are handed on. */
  readonly batchTicks: number;
  readonly signal?: AbortSignal;
}

/** What a report tells besides counts of readings. */
export interface ReadSummary {
  /** What Vigil does not keep: how many of what, with the reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** What was taken in a way that a person should know of: how often, and how. */
  readonly notes: ReadonlyMap<string, number>;
}

/** Persons that a refusal lists. */
const maxListedPersons = 20;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const otherReasons = 'Of kinds beyond those listed';

/** Reads a file of a format and hands its ticks to `onBatch`, in batches. Throws what the format throws. */
export async function readFormatted(
  format: Format,
  parts: readonly FilePart[],
  options: ReadOptions,
  onBatch: (collected: CollectedTicks) => Promise<void>,
): Promise<ReadSummary> {
  const { nowMs, timeZone, person, birthDate, batchTicks, signal } = options;
  const collector = createTickCollector(nowMs);
  const skipped = new Map<string, number>();
  const clocks: WallClock[] = [clockOf(timeZone)];
  const context: FormatContext = {
    person,
    startMs: startOf(format, options),
    skip(reason, count = 1) {
      if (count === 0) return;
      // Names of types come from the file, and the report goes to a terminal.
      const plain = reason.replace(/\p{Cc}/gu, ' ');
      const key = skipped.has(plain) || skipped.size < maxSkipReasons ? plain : otherReasons;
      skipped.set(key, (skipped.get(key) ?? 0) + count);
    },
    bornOn(date) {
      if (person === undefined && birthDate !== null && isoDate.test(date) && date !== birthDate) throw bornOnAnotherDay(date);
    },
    refuse: (place, metric, reason, why) => collector.refuse(place, metric, reason, why),
    wallClock() {
      const clock = clockOf(timeZone);
      clocks.push(clock);
      return clock;
    },
  };
  for await (const piece of format.read(parts, context)) {
    for (const { place, metric, timestampMs, value } of piece) collector.add(place, metric, timestampMs / 1000, value);
    signal?.throwIfAborted();
    if (collector.size() >= batchTicks) await onBatch(collector.drain());
    await nextTurn();
  }
  await onBatch(collector.drain());
  return { skipped, notes: notesOf(clocks) };
}

/**
 * Looks through a file for the persons it is about. Throws `invalid_input` where there are several and none is chosen, or the
 * one chosen is not among them. Answers what names the person, where anything does.
 */
export async function requireOnePerson(
  format: Format,
  parts: readonly FilePart[],
  { person }: Pick<ReadOptions, 'person'>,
): Promise<readonly string[]> {
  const persons = createDistinctValues();
  if (format.persons) for await (const one of format.persons(parts)) persons.add(one);
  const offered = persons.first(maxListedPersons).map((one) => ({ field: 'person', message: quoted(one) }));
  if (person !== undefined && !persons.has(person))
    throw new VigilError('invalid_input', `No reading of the file (${format.name}) is about the person chosen; nothing was stored.`, {
      fields: offered,
    });
  if (person !== undefined) return [person];
  if (persons.size() > 1)
    throw new VigilError(
      'invalid_input',
      `The file (${format.name}) is about ${countOf(persons)} persons. A file is taken for one member, so nothing was stored. Choose the person whose readings are this member’s (person=), or send a file about this member alone.`,
      { fields: offered },
    );
  return persons.first(1);
}

function bornOnAnotherDay(date: string): VigilError {
  return new VigilError(
    'conflict',
    'The file is about somebody who was born on another day than this member; nothing was stored. Look whether it is the right file and the right member; where it is, choose the person (person=) by the date of birth in the file.',
    { fields: [{ field: 'person', message: date }] },
  );
}

function clockOf(zone: string): WallClock {
  try {
    return createWallClock(zone);
  } catch {
    throw new VigilError('invalid_input', 'The time zone is not one that the IANA database knows, as Europe/Berlin is', {
      fields: [{ field: 'tz', message: 'Not a time zone known to the IANA database' }],
    });
  }
}

function notesOf(clocks: readonly WallClock[]): ReadonlyMap<string, number> {
  const told = clocks.map((clock) => clock.told());
  const sum = (count: (one: ReturnType<WallClock['told']>) => number) => told.reduce((total, one) => total + count(one), 0);
  return new Map(
    [
      ['Local times that the clock skipped in spring, read with the offset from before', sum(({ skipped }) => skipped)] as const,
      ['Local times that the clock showed twice in autumn, read in the order of the file', sum(({ shownTwice }) => shownTwice)] as const,
    ].filter(([, count]) => count > 0),
  );
}
