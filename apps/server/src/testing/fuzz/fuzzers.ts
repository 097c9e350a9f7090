import type { Fuzzer } from './fuzzer.ts';
import { accountFuzzers } from './targets/accounts.ts';
import { archiveFuzzers } from './targets/archive.ts';
import { contractFuzzers } from './targets/contract.ts';
import { csvFuzzers } from './targets/csv.ts';
import { fileFuzzers } from './targets/files.ts';
import { formatFuzzers } from './targets/formats.ts';
import { httpFuzzers } from './targets/http.ts';
import { jsonFuzzers } from './targets/json.ts';
import { pictureFuzzers } from './targets/picture.ts';
import { textFuzzers } from './targets/text.ts';
import { turnFuzzers } from './targets/turn.ts';

/** One for everything that reads what comes from outside. `run(seed, rounds)` of each gives the findings; none is the good answer. */
export const fuzzers: readonly Fuzzer[] = [
  ...csvFuzzers,
  ...formatFuzzers,
  ...accountFuzzers,
  ...jsonFuzzers,
  ...contractFuzzers,
  ...textFuzzers,
  ...httpFuzzers,
  ...archiveFuzzers,
  ...pictureFuzzers,
  ...fileFuzzers,
  ...turnFuzzers,
];
