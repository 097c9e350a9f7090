import type { Action } from '@vigil/contract/factuary-actions.contract';
import { shownStatus } from '@vigil/contract/factuary-actions.values';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserLanguage } from '#lib/browser-language.ts';
import { useNow } from '#lib/now.ts';

/** How times are told: date and time in the member's zone, and the present. */
export interface Telling {
  readonly when: (ms: number) => string;
  readonly nowMs: number;
}

export function useTelling(zone: string): Telling {
  const nowMs = useNow();
  const format = useMemo(
    () => new Intl.DateTimeFormat(browserLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
    [zone],
  );
  return { when: (ms) => format.format(ms), nowMs };
}

/** What stands on the screen for an action's status (specification, states). */
export function useShownStatus(): (action: Action) => string {
  const { t } = useTranslation('actions');
  return ({ action_category: category, status: { status, status_original: statusOriginal } }) => {
    const shown = shownStatus({ category, status, statusOriginal });
    if (shown.kind === 'category') return t('completed', { category: t(`categories.${shown.category}`), status: t(`status.${status}`) });
    if (shown.kind === 'moved') return t('moved', { status: t(`status.${shown.status}`), original: t(`status.${shown.original}`) });
    return t(`status.${shown.status}`);
  };
}

export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`;
