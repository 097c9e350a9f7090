import './messages.ts';
import { useTranslation } from 'react-i18next';
import { CallButtons } from './components/call-buttons.tsx';

export interface RowCallButtonProps {
  readonly memberId: string;
  readonly name: string;
  readonly isOnHold: boolean;
}

/** Calls a member of a list by voice; no more is known of them than what their row says. */
export function RowCallButton({ memberId, name, isOnHold }: RowCallButtonProps) {
  const { t } = useTranslation('calls');
  const blocked = isOnHold ? t('cannotCall.HOLDING', { name }) : null;
  return <CallButtons callee={{ userId: memberId, name, photoUrl: null, memberId }} blocked={blocked} byVoiceAlone />;
}
