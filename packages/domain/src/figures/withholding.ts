/** Members that a figure has to be about before it is told to somebody who may not see them. */
export const leastMembersTold = 5;

/** What counts are rounded to for somebody who may not see the members. */
export const countStep = 5;

/** A count for somebody who may not see the members whom it is about: one member more or less seldom changes it, and never by one. */
export const coarseCount = (count: number): number => Math.round(count / countStep) * countStep;

/** Whether a figure is about so few that it says something of each of them. */
export const isAboutFew = (members: number): boolean => members < leastMembersTold;

/** One part of a whole, and whom it is about. */
export interface FigureGroup<Key> {
  readonly key: Key;
  readonly members: ReadonlySet<string>;
}

/**
 * The parts of a whole whose figures may be told, beside that of the whole, to somebody who may not see the members: those about
 * at least five, and only so many that what is left of the whole, which anybody can subtract, is about at least five as well or
 * about nobody. The smallest are given up for that (complementary suppression; Hundepool et al., Statistical Disclosure Control, 2012, 4.2).
 */
export function tellableGroups<Key>(groups: readonly FigureGroup<Key>[]): ReadonlySet<Key> {
  const told = groups.filter(({ members }) => !isAboutFew(members.size)).sort((a, b) => a.members.size - b.members.size);
  const withheld = groups.filter(({ members }) => isAboutFew(members.size) && members.size > 0);
  const left = new Set(withheld.flatMap(({ members }) => [...members]));
  while (left.size > 0 && isAboutFew(left.size)) {
    const smallest = told.shift();
    if (!smallest) break;
    for (const member of smallest.members) left.add(member);
  }
  return new Set(told.map(({ key }) => key));
}
