import { openPlace } from '#features/chat/open-place.ts';
import { TimelineScreen } from '#features/patient-timeline/timeline-screen.tsx';
import { openByHand } from './open-tab.ts';
import { type TabId, useTabs } from './tabs.ts';

/** A member's timeline: what its entries are about opens beside the page, where there is a tab of it. */
export function TimelineWithTabs({ memberId }: { readonly memberId: string }) {
  const tabs = useTabs(false).map(({ id }) => id);
  return <TimelineScreen memberId={memberId} tabs={tabs} onOpen={open} />;
}

function open(tab: TabId): void {
  if (tab === 'messaging') openPlace.set(null);
  openByHand(tab);
}
