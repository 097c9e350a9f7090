import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actionsQuery } from './api/ask-actions.ts';

/** How many actions are open for a member; nothing while that is not known, or where there are none. */
export function OpenActions({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('actions');
  const { data } = useQuery(actionsQuery(memberId, { show: 'LIVE', category: null, page: 0 }));
  return data && data.totalElements > 0 ? t('open', { count: data.totalElements }) : null;
}
