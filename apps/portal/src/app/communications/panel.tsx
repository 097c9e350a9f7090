import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { Catch } from '#ui/catch.tsx';
import { Loader } from '#ui/loader.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { openedByHand, openTab } from './open-tab.ts';
import { type TabProps, useTabs } from './tabs.ts';

/** The communications panel with the tab that is open; nothing while it is closed. */
export function CommunicationsPanel(about: TabProps) {
  const { t } = useTranslation('app');
  const { t: ui } = useTranslation('ui');
  const open = useStore(openTab);
  const tabs = useTabs(about.own);
  const tab = tabs.find(({ id }) => id === open);
  if (!tab) return null;
  const failed = <StatePanel failure icon="alert" title={t('screenFailedTitle')} text={t('communications.failed')} />;
  return (
    <SidePanel
      label={t('communications.label')}
      tabs={tabs.map(({ id }) => ({ id, label: t(`communications.${id}`) }))}
      open={tab.id}
      onOpen={openTab.set}
      onClose={() => openTab.set(null)}
      takesFocus={openedByHand.get()}
    >
      <Catch path={about.memberId} fallback={failed}>
        <Suspense fallback={<Loader inline label={ui('loading')} />}>
          <tab.Panel key={about.memberId} {...about} />
        </Suspense>
      </Catch>
    </SidePanel>
  );
}
