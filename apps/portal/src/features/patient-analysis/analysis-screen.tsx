import './messages.ts';
import '#charts/member/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { Loader } from '#ui/loader.tsx';
import { AnalysisPage } from './components/analysis-page.tsx';

/** A member's metrics side by side: the page /patient/{id}/analysis, for the care team and for the member. The frame around it says why a member cannot be opened. */
export function AnalysisScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientAnalysis');
  const own = useSession().userId === memberId;
  usePageTitle(t(own ? 'ownTitle' : 'title'));
  const { data: account } = useQuery(accountQuery(memberId));
  if (!account) return <Loader inline label={t('loading')} />;
  const { firstName, lastName } = account.personalInfo;
  return (
    <AnalysisPage memberId={memberId} name={`${firstName} ${lastName}`} zone={memberTimeZone(account.languageRegion.timezone)} own={own} />
  );
}
