import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { useUnits } from '#lib/units.ts';
import { cursorKeys } from '../cursor-keys.ts';
import { occasionalTimes } from '../panels/occasional-times.ts';
import { ownGroupIds } from '../panels/own-panels.ts';
import { groupIds } from '../panels/panel.ts';
import type { DataPageModel } from '../use-data-page.ts';
import { CursorAnnouncement } from './cursor-announcement.tsx';
import styles from './data-page.module.css';
import { MissingPanels } from './missing-panels.tsx';
import { PanelGroup } from './panel-group.tsx';

/** The charts in their groups, and what has none. One keyboard stop for all of them. */
export function ChartStack({ page }: { readonly page: DataPageModel }): ReactNode {
  const { t } = useTranslation('patientData');
  const units = useUnits();
  const keys = useStore(shortcuts);
  const { visible, isOwn, interaction, span, onZoom, outdated } = page;
  return (
    <Box
      component="section"
      className={styles.groups}
      tabIndex={0}
      aria-label={t(isOwn ? 'chart.regionOwn' : 'chart.region')}
      aria-busy={outdated}
      onKeyDown={cursorKeys(interaction, span, visible.flatMap(occasionalTimes), onZoom)}
    >
      {(isOwn ? ownGroupIds : groupIds).map((group) => (
        <PanelGroup key={group} group={group} panels={visible.filter((panel) => panel.group === group)} page={page} />
      ))}
      <MissingPanels
        panels={visible.filter((panel) => page.panelState(panel) === 'missing')}
        latest={page.latest}
        zone={page.zone}
        locale={page.locale}
        units={units}
        onGo={page.goTo}
      />
      {keys && !isOwn && <p className={styles.keys}>{t('range.keys')}</p>}
      <CursorAnnouncement page={page} />
    </Box>
  );
}
