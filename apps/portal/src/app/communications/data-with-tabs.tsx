import { PatientDataScreen } from '#features/patient-data/patient-data-screen.tsx';
import { openByHand } from './open-tab.ts';
import { useTabs } from './tabs.ts';

/** A member's readings: what is marked over the charts opens beside the page, where there is a tab of it. */
export function DataWithTabs({ memberId }: { readonly memberId: string }) {
  const tabs = useTabs(false).map(({ id }) => id);
  return <PatientDataScreen memberId={memberId} tabs={tabs} onOpen={openByHand} />;
}
