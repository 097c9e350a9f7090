import './messages.ts';
import { useTranslation } from 'react-i18next';
import { isOnCall, useCalls } from './use-calls.ts';

/** Says that a call with the member goes on. */
export function OnCallHint({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('calls');
  const calls = useCalls();
  return isOnCall(calls) && calls.own?.memberId === memberId ? t('hint') : null;
}
