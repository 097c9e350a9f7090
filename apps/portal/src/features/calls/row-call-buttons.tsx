import './messages.ts';
import { useTranslation } from 'react-i18next';
import { CallButtons } from './components/call-buttons.tsx';

export interface RowCallButtonsProps {
  readonly memberId: string;
  readonly name: string;
  readonly isOnHold: boolean;
}

/** Calls a member of a list, of whom no more is known than what their row says. */
export function RowCallButtons({ memberId, name, isOnHold }: RowCallButtonsProps) {
  const { t } = useTranslation('calls');
  const blocked = isOnHold ? t('cannotCall.HOLDING', { name }) : null;
  return <CallButtons callee={{ userId: memberId, name, photoUrl: null, memberId }} blocked={blocked} />;
}
