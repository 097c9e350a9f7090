import { hostileJson } from './hostile-json.ts';
import { type Growing, growingText, hostileText, tokens } from './hostile-text.ts';
import { createRandom, type Random } from './random.ts';

/** A parser under attack. */
export interface Target<Input> {
  readonly name: string;
  /** Inputs that are tried in every run. */
  readonly always?: readonly Input[];
  /** A hostile input. */
  make(random: Random): Input;
  /** An input that grows with n, for finding what costs more than its length. */
  grow?(random: Random): { readonly name: string; of(count: number): Input };
  /** Reads the input. May throw what `isDocumented` knows, and nothing else. */
  read(input: Input): unknown;
  isDocumented(error: unknown): boolean;
}

export interface Finding {
  readonly fuzzer: string;
  /** What is wrong, with the seed of the round that shows it again. */
  readonly problem: string;
  readonly input: string;
}

export interface Fuzzer {
  readonly name: string;
  /** The same seed gives the same inputs. No finding: every input was answered in time, or refused as documented. */
  run(seed: number, rounds: number): Promise<readonly Finding[]>;
}

/** Time of this thread that one input may take; the same on a busy machine. */
const longestAnswerMs = 1_000;
/** Time after which an answer is taken for one that never comes; wide, as a busy machine is no fault. */
const longestWaitMs = 20_000;
/** A run ends with so many: the rest is found once these are mended. */
const mostFindings = 3;
/** A growing input every so many rounds. */
const roundsPerGrowth = 8;

export function fuzzer<Input>(target: Target<Input>): Fuzzer {
  return {
    name: target.name,
    async run(seed, rounds) {
      const findings: Finding[] = [];
      for (const input of target.always ?? []) {
        if (findings.length >= mostFindings) break;
        const { tookMs, fault } = await attempt(target, input);
        const problem = fault ?? (tookMs > longestAnswerMs ? `took ${Math.round(tookMs)} ms` : null);
        if (problem !== null) findings.push({ fuzzer: target.name, problem, input: shown(input) });
      }
      for (let round = 0; round < rounds && findings.length < mostFindings; round += 1) {
        const random = createRandom(seed * 1_000_003 + round);
        const note = (problem: string, input: unknown) =>
          findings.push({ fuzzer: target.name, problem: `${problem} (seed ${seed}, round ${round})`, input: shown(input) });
        const input = target.make(random);
        const { tookMs, fault } = await attempt(target, input);
        if (fault !== null) note(fault, input);
        else if (tookMs > longestAnswerMs) note(`took ${Math.round(tookMs)} ms`, input);
        if (target.grow && round % roundsPerGrowth === 0) {
          const growing = target.grow(random);
          const grown = await growthFault(target, growing);
          if (grown !== null) note(grown, growing.name);
        }
      }
      return findings;
    },
  };
}

/** A target that reads text. */
export function textFuzzer(
  name: string,
  samples: readonly string[],
  read: (text: string) => unknown,
  isDocumented: (error: unknown) => boolean,
): Fuzzer {
  return fuzzer<string>({
    name,
    always: ['', ...tokens],
    make: (random) => hostileText(random, samples),
    grow: (random): Growing => growingText(random, samples),
    read,
    isDocumented,
  });
}

/** A target that reads the text of JSON values: damaged values, and damaged text. */
export function jsonFuzzer(
  name: string,
  samples: readonly unknown[],
  read: (text: string) => unknown,
  isDocumented: (error: unknown) => boolean,
): Fuzzer {
  const texts = samples.map((sample) => JSON.stringify(sample));
  return fuzzer<string>({
    name,
    make: (random) => (random.chance(0.6) ? JSON.stringify(hostileJson(random, samples)) : hostileText(random, texts)),
    grow: (random): Growing => growingText(random, texts),
    read,
    isDocumented,
  });
}

async function attempt<Input>(target: Target<Input>, input: Input): Promise<{ tookMs: number; fault: string | null }> {
  const before = process.threadCpuUsage();
  let fault: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = target.read(input);
    if (answer instanceof Promise) {
      const never = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new NeverAnswered(`no answer within ${longestWaitMs / 1_000} s`)), longestWaitMs);
      });
      await Promise.race([answer, never]);
    }
  } catch (error) {
    if (error instanceof NeverAnswered || !target.isDocumented(error))
      fault = `threw ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    clearTimeout(timer);
  }
  const { user, system } = process.threadCpuUsage(before);
  return { tookMs: (user + system) / 1_000, fault };
}

class NeverAnswered extends Error {}

/** Input is made longer until reading it can be measured, up to here; what takes no time then is harmless. */
const longestGrownCharacters = 400_000;
const measurableMs = 12;
/** Four times the input: four times the work when linear, sixteen when quadratic. */
const step = 4;
const mostGrowth = 10;

async function growthFault<Input>(target: Target<Input>, growing: { of(count: number): Input }): Promise<string | null> {
  const sizeOf = (count: number) => shownWhole(growing.of(count)).length;
  for (let count = 256; sizeOf(count) <= longestGrownCharacters; count *= step) {
    const { tookMs, fault } = await attempt(target, growing.of(count));
    if (fault !== null) return fault;
    if (tookMs > longestAnswerMs) return `took ${Math.round(tookMs)} ms for ${sizeOf(count)} characters`;
    if (tookMs < measurableMs * mostGrowth) continue;
    // The shortest of several: a pause of the garbage collector is no growth.
    const [small, large] = [await shortest(target, growing.of(count / step)), await shortest(target, growing.of(count))];
    if (large > measurableMs * mostGrowth && large > small * mostGrowth)
      return `took ${Math.round(large)} ms for ${sizeOf(count)} characters and ${Math.round(small)} ms for a quarter of them`;
  }
  return null;
}

async function shortest<Input>(target: Target<Input>, input: Input): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times += 1) best = Math.min(best, (await attempt(target, input)).tookMs);
  return best;
}

function shownWhole(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? String(input));
}

function shown(input: unknown): string {
  const text = shownWhole(input);
  return text.length > 400 ? `${JSON.stringify(text.slice(0, 400))}… (${text.length} characters)` : JSON.stringify(text);
}
