import * as z from 'zod/mini';
import { createLocalStore } from '#lib/store.ts';

/** So many come first when somebody is chosen. */
const most = 5;

const kept = z.record(z.string(), z.array(z.string()));

/** To whom, and in which role, each person gave actions last on this computer: `<user id> <role>`, the newest first. */
export const recentAssignees = createLocalStore<Readonly<Record<string, readonly string[]>>>('vigil.actions.assignees', (found) => {
  const read = kept.safeParse(found);
  return read.success ? read.data : {};
});

export function noteAssignee(userId: string, key: string): void {
  const all = recentAssignees.get();
  const others = (all[userId] ?? []).filter((one) => one !== key);
  recentAssignees.set({ ...all, [userId]: [key, ...others].slice(0, most) });
}

/** Those chosen last come first; the others stay in their order. */
export function recentFirst<Option extends { readonly key: string }>(
  options: readonly Option[],
  recent: readonly string[],
): readonly Option[] {
  const place = ({ key }: Option) => (recent.includes(key) ? recent.indexOf(key) : most);
  return options.toSorted((a, b) => place(a) - place(b));
}
