import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { RefusalReason } from '../tick-collector.ts';
import type { WallClock } from '../wall-clock.ts';

/** A reading of a file, in the unit that the catalogue keeps. What may not become a tick is refused by the rules of all intake. */
export interface Reading {
  /** Where in the file: the number of the line, or the position among the values of the document, counted from 1. */
  readonly place: number;
  readonly metric: MetricId;
  /** Milliseconds since 1970. */
  readonly timestampMs: number;
  /** NaN where the file has a reading and no number. */
  readonly value: number;
}

/** What a file begins with: all that a format may look at to recognise it. */
export interface FileStart {
  /** The first 64 KiB, unpacked, without a byte order mark; those of the one file of a zip that holds one. Empty for a zip of several. */
  readonly text: string;
  /** Names of the files in a zip of several, with their folders; null for any other file. */
  readonly entries: readonly string[] | null;
}

/** One file of those that make up what is read: the file itself, or the files of a zip. */
export interface FilePart {
  /** With its folders, as the zip names it; empty for the file itself. */
  readonly name: string;
  /** Its content, unpacked. Each call reads it anew. Throws `invalid_body_encoding` and `body_too_large`. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** What a format has to work with, and tells what it does not take. */
export interface FormatContext {
  /** Whose readings to take, as the file names persons; undefined where the file is about one. */
  readonly person: string | undefined;
  /** The moment that a file of times since its start begins with, as the sender says; undefined for every other format. */
  readonly startMs: number | undefined;
  /** Counts something that Vigil does not keep, which is no fault of the file. A format has a handful of reasons; a count of 0 is passed over. */
  skip(reason: string, count?: number): void;
  /** Counts something that should have been a reading and cannot be one. */
  refuse(place: number, metric: MetricId | null, reason: string, why?: RefusalReason): void;
  /**
   * For a file that says when its person was born: throws `conflict` where that is not the member's date of birth, unless
   * the person was chosen. To be called before the first reading. `date` is as in 1980-02-29; anything else says nothing.
   */
  bornOn(date: string): void;
  /**
   * Turns local times into moments, in the order of one table: those of the zone asked for, else of the member's. What a clock
   * skipped or showed twice is told in the report.
   */
  wallClock(): WallClock;
}

/** A format of files that readings come in. One folder each, and one line in `all-formats.ts`. */
export interface Format {
  /** As `--format` names it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Whose device or service measured, for people; absent where files of this format are of many makers. */
  readonly device?: string;
  /** The file says when only in seconds since a start that it does not name, so that the sender has to. */
  readonly needsStart?: boolean;
  /** By content, never by the name of the file. Has to be false for what another format could be. */
  recognises(start: FileStart): boolean;
  /**
   * What names the persons that the readings are about, in the order of the file; for formats that can hold several. The
   * file is taken for one of them only, so it is read through before the first reading is stored.
   */
  persons?(parts: readonly FilePart[]): AsyncIterable<string>;
  /**
   * The readings, a piece of the file at a time: what is stored and what others get their turn between. Memory must not grow
   * with the file without a bound. Throws VigilError for a file that cannot be read.
   */
  read(parts: readonly FilePart[], context: FormatContext): AsyncIterable<readonly Reading[]>;
}
