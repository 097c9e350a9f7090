import type { ListTexts } from './list-screen-props.ts';

type Key =
  | 'title'
  | 'caption'
  | 'searchLabel'
  | 'searchPlaceholder'
  | 'noneTitle'
  | 'noneText'
  | 'emptyTitle'
  | 'emptyText'
  | 'failedTitle';

/** The texts of a list whose feature says them under the usual names, and tells a failure in the server's own words. */
export function listTexts(t: (key: Key) => string): ListTexts {
  return {
    title: t('title'),
    caption: t('caption'),
    searchLabel: t('searchLabel'),
    searchPlaceholder: t('searchPlaceholder'),
    none: { title: t('noneTitle'), text: t('noneText') },
    empty: { title: t('emptyTitle'), text: t('emptyText') },
    failed: { title: t('failedTitle'), text: (reason) => reason },
  };
}
