import { type TodayScope, todayScopes } from '@vigil/contract/triage-today.values';
import { createLocalStore } from '#lib/store.ts';

export interface ChosenScope {
  readonly scope: TodayScope;
  readonly cohort: string;
}

const isScope = (word: unknown): word is TodayScope => (todayScopes as readonly unknown[]).includes(word);

/** Whose members were looked at last, by person: kept on this computer. */
export const chosenScopes = createLocalStore<Readonly<Record<string, ChosenScope>>>('vigil.today.scope', (kept) =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? Object.fromEntries(
        Object.entries(kept).flatMap(([who, one]) => {
          const { scope, cohort } = (one ?? {}) as { readonly scope?: unknown; readonly cohort?: unknown };
          return isScope(scope) && typeof cohort === 'string' ? [[who, { scope, cohort }] as const] : [];
        }),
      )
    : {},
);
