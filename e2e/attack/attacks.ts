import type { Attack } from './attack.ts';
import { bodies } from './bodies.ts';
import { edges } from './edges.ts';
import { faultRounds } from './faults.ts';
import { floods } from './floods.ts';
import { fuzz } from './fuzz.ts';
import { matrix } from './matrix.ts';
import { tokens } from './tokens.ts';
import { wideReads } from './wide-reads.ts';

/** In the order in which they run: what needs the same server first. */
export const attacks: readonly Attack[] = [fuzz, edges, matrix, tokens, bodies, floods, wideReads, faultRounds];
