import { describe, expect, it } from 'vitest';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';

/** A store whose commits end when the test says so. */
function heldStore(spacing: Partial<Pick<GroupCommitOptions<string>, 'spacingMs' | 'enough'>> = {}) {
  const commits: { items: readonly string[]; atMs: number; end: (error?: Error) => void }[] = [];
  const commit = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) =>
      commits.push({ items, atMs: performance.now(), end: (error) => (error ? reject(error) : resolve()) }),
    );
  const group = createGroupCommit<string>({
    commit,
    maxGroupSize: 100,
    lingerMs: 1,
    spacingMs: 0,
    enough: 100,
    maxInFlight: 1,
    ...spacing,
  });
  const begun = (count: number) => expect.poll(() => commits.length, { interval: 1 }).toBe(count);
  return { commits, group, begun };
}

describe('group commit', () => {
  it('acknowledges nothing before the commit has ended', async () => {
    const { commits, group, begun } = heldStore();
    let acknowledged = false;
    const added = group.add('a', 1).then(() => (acknowledged = true));
    await begun(1);
    expect(acknowledged).toBe(false);
    commits[0]?.end();
    await added;
  });

  it('gathers what arrives while a group is on its way', async () => {
    const { commits, group, begun } = heldStore();
    const all = [group.add('a', 1)];
    await begun(1);
    all.push(group.add('b', 1), group.add('c', 1));
    commits[0]?.end();
    await begun(2);
    commits[1]?.end();
    await Promise.all(all);
    expect(commits.map((commit) => commit.items)).toEqual([['a'], ['b', 'c']]);
  });

  it('keeps groups within their bound, and takes a larger item alone', async () => {
    const { commits, group, begun } = heldStore();
    const all = [group.add('a', 60), group.add('b', 60), group.add('huge', 500), group.add('c', 1)];
    for (const count of [1, 2, 3, 4]) {
      await begun(count);
      commits[count - 1]?.end();
    }
    await Promise.all(all);
    expect(commits.map((commit) => commit.items)).toEqual([['a'], ['b'], ['huge'], ['c']]);
  });

  it('lets a second group wait for company until the time between two groups has passed', async () => {
    const { commits, group, begun } = heldStore({ spacingMs: 60 });
    const all = [group.add('a', 1)];
    await begun(1);
    commits[0]?.end();
    await all[0];
    all.push(group.add('b', 1));
    await Promise.resolve();
    all.push(group.add('c', 1));
    await begun(2);
    commits[1]?.end();
    await Promise.all(all);
    expect(commits.map((commit) => commit.items)).toEqual([['a'], ['b', 'c']]);
    // Timers may fire a millisecond early.
    expect((commits[1]?.atMs ?? 0) - (commits[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(58);
  });

  it('does not let a group wait that is large enough already', async () => {
    const { commits, group, begun } = heldStore({ spacingMs: 1_000_000, enough: 50 });
    const all = [group.add('a', 1)];
    await begun(1);
    all.push(group.add('b', 30), group.add('c', 30));
    commits[0]?.end();
    await begun(2);
    expect(commits[1]?.items).toEqual(['b', 'c']);
    commits[1]?.end();
    all.push(group.add('d', 1), group.add('e', 50));
    await begun(3);
    commits[2]?.end();
    await Promise.all(all);
  });

  it('does not keep a sender waiting who sends one item after the other and has no company', async () => {
    const { commits, group, begun } = heldStore({ spacingMs: 300 });
    const startedMs = performance.now();
    for (let count = 1; count <= 20; count++) {
      const added = group.add('alone', 1);
      await begun(count);
      commits[count - 1]?.end();
      await added;
    }
    // Spaced, these would take 19 × 300 ms; waiting in vain is tried about once a second only.
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  it('tells a failure to those whose group failed, and goes on', async () => {
    const { commits, group, begun } = heldStore();
    const first = group.add('a', 100);
    const second = group.add('b', 1);
    await begun(1);
    commits[0]?.end(new Error('disk'));
    await expect(first).rejects.toThrow('disk');
    await begun(2);
    commits[1]?.end();
    await second;
    await group.idle();
  });
});
