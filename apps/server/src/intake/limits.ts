/**
 * Bounds of what one delivery may hold, so that no file and no body costs more than its length. They belong to the
 * protocol (docs/sending-data.md) and not to the configuration: a file that one Vigil takes, every Vigil takes.
 */

/** Columns of a CSV, counted on every line of it. The widest export of a vendor has some forty. */
export const maxCsvColumns = 500;

/** Lines with readings of a CSV that one call brings: every minute of almost two years. */
export const maxCsvRows = 1_000_000;

/** Length of one heading of a CSV, in characters (UTF-16 code units). */
export const maxHeadingCharacters = 200;

/** Length of one cell that a reading is taken from, its moment included, in characters; a longer one is no reading. */
export const maxCellCharacters = 64;

/** Components of one Observation. Every component without a value that can be kept costs a note in the answer. */
export const maxComponents = 1_000;

/** Codings of one FHIR code; the vital-signs profile has one and its translations. */
export const maxCodings = 100;

/** Performers of one Observation. */
export const maxPerformers = 100;

/** Entries of one Bundle; the body's own limit comes first for most. */
export const maxBundleEntries = 50_000;

/** Issues listed about one resource; more complaints than this help nobody. */
export const maxIssues = 20;

/** Issues listed about all entries of one Bundle; beyond, each refused entry keeps its first. */
export const maxBundleIssues = 1_000;

/** Files in a zip of readings; the largest export of a vendor has some thousands, one for each day and kind. */
export const maxZipEntries = 20_000;

/** How much of a file's beginning is looked at to tell what format it is of, in bytes. */
export const recognisedBytes = 64 * 1024;

/** Different reasons for what was not taken that a report names; a format has a handful, and types that a file makes up are told together. */
export const maxSkipReasons = 200;

/** Records of one kind of an export in which sources are weighed against each other, some 30 bytes each: a record every half minute of ten years. */
export const maxCountedRecords = 10_000_000;

/** Stages of sleep of an export that are weighed against each other: some ten years of one every five minutes, from three sources. */
export const maxSleepRecords = 1_000_000;
