import './messages.ts';
import '#ui/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { lastNoteQuery } from './api/ask-notes.ts';

/** How long ago the last note was written; nothing while that is not known, or where there is none. */
export function LastNote({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('notes');
  const { t: ui } = useTranslation('ui');
  const now = useNow();
  const { data: note } = useQuery(lastNoteQuery(memberId));
  return note ? t('last', { age: ageInWords(ui, note.firstCreatedAt / 1000, now / 1000) }) : null;
}
