import { eventsProcessor } from '@vigil/contract';
import { useTranslation } from 'react-i18next';
import { download } from '#lib/download.ts';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { membersAsked } from '../api/list-members.ts';
import { fileColumns } from '../file-columns.ts';
import type { PanelControl } from '../use-panel.ts';

interface ExportToolProps {
  readonly control: PanelControl;
  /** Those on screen. */
  readonly columns: readonly { readonly id: string }[];
}

/** All members that the list holds, not only the page on screen, as CSV with the columns shown. */
export function ExportTool({ control: { list, shown }, columns }: ExportToolProps) {
  const { t } = useTranslation('panel');
  const { userId } = useSession();
  const units = useUnits();
  if (!shown) return null;
  const { which } = membersAsked(list.search, shown, userId);
  const query = { ...which, columns: fileColumns(columns).join(','), units: units.system, glucose: units.glucose };
  return <DownloadButton label={t('exportCsv')} start={(how) => download(eventsProcessor.exportMembers, { query }, how)} />;
}
