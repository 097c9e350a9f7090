// Decides whether a regular expression answers in time proportional to the text, whatever the text.
import recheck from 'recheck/lib/browser.js';

/** Milliseconds after which a pattern counts as one that cannot be proven linear. */
const longestProofMs = 10_000;

/** Null for a pattern that is linear; otherwise what is wrong with it, for a person to read. */
export function faultOf({ pattern, flags }) {
  const result = recheck.checkSync(pattern, flags, { timeout: longestProofMs, randomSeed: 1 });
  if (result.status === 'safe') return null;
  if (result.status === 'vulnerable') return `takes ${words(result)} time, as on ${example(result)}`;
  return 'cannot be shown to take linear time; write it simpler, or as plain code';
}

function words({ complexity }) {
  if (complexity.type === 'exponential') return 'exponential';
  return { 2: 'quadratic', 3: 'cubic' }[complexity.degree] ?? `polynomial (degree ${complexity.degree})`;
}

function example({ attack }) {
  const text = attack?.pattern ?? '';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
