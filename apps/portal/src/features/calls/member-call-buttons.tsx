import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { CallButtons } from './components/call-buttons.tsx';

export interface MemberCallButtonsProps {
  readonly memberId: string;
}

/** Calls a member from the member's header; says why where that is not possible. */
export function MemberCallButtons({ memberId }: MemberCallButtonsProps) {
  const { t } = useTranslation('calls');
  const { data: account } = useQuery(accountQuery(memberId));
  if (!account) return null;
  const { accountStatus, personalInfo } = account;
  const name = `${personalInfo.firstName} ${personalInfo.lastName}`.trim();
  const blocked = accountStatus === 'HOLDING' || accountStatus === 'DISCHARGED' ? t(`cannotCall.${accountStatus}`, { name }) : null;
  return <CallButtons callee={{ userId: memberId, name, photoUrl: personalInfo.photoUrl, memberId }} blocked={blocked} />;
}
