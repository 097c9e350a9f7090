import { clinicalStaffRoles, type Role, staffRoles } from '@vigil/domain/roles';

/**
 * The numbers of an answer that are made from several members: counts, totals, shares, medians. Each is computed over the members
 * in the caller's scope. Whoever may not see the members themselves is told none about fewer than five, counts in steps of five, and
 * cannot choose whom a figure is about. `http/figures.ts` fails an answer that says otherwise (decision 110).
 */
export interface Figures {
  /** Places that hold how many members, or how many of something of theirs. `rows.count` is that of each row. */
  readonly counts: readonly string[];
  /** Places that hold shares, means, medians and times. */
  readonly rates?: readonly string[];
  /** Who may see the members behind them: the clinical staff; or all of the staff, where administrators list the same members by name. */
  readonly membersSeenBy: 'clinical staff' | 'staff';
}

/** Whether somebody with these roles may see the members whom figures are about, and is told them exactly. */
export function readsFiguresExactly(held: readonly Role[], { membersSeenBy }: Pick<Figures, 'membersSeenBy'>): boolean {
  const seeing: readonly Role[] = membersSeenBy === 'staff' ? staffRoles : clinicalStaffRoles;
  return held.some((role) => seeing.includes(role));
}
