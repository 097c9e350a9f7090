import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from './attack/attacks.ts';
import { startTarget, type Target } from './attack/target.ts';

/** The short round of `npm run attack`, with a fixed seed. */
let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target?.stop());

test.each(attacks.map((attack) => [attack.name, attack.claim, attack] as const))(
  '%s: %s',
  async (_name, _claim, attack) => {
    const { calls, findings, measured } = await attack.run(target, { seed: 1, rounds: 1 });
    process.stdout.write(`  ${attack.name}: ${calls} calls${measured ? `, ${measured}` : ''}\n`);
    expect(findings).toEqual([]);
    expect(calls).toBeGreaterThan(10);
  },
  240_000,
);
