import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** A store whose commits end when the test says so. */
function heldStore() {
  const commits: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const commit = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) => commits.push({ items, end: (error) => (error ? reject(error) : resolve()) }));
  const group = createGroupCommit<string>({ commit, maxGroupSize: 100, lingerMs: 1, maxInFlight: 1 });
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
