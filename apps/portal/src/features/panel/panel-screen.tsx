import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { memberStatuses } from '@vigil/domain/status/account-status';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#lib/list-search.ts';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import type { Column } from '#ui/data-table.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from '#ui/list-screen.module.css';
import { ListScreen } from '#ui/list-screen.tsx';
import type { ListTexts } from '#ui/list-screen-props.ts';
import { membersQuery } from './api/list-members.ts';
import { columnIds } from './columns.ts';
import { CohortTool } from './components/cohort-tool.tsx';
import { ExportTool } from './components/export-tool.tsx';
import { FiltersTool, ShownFilters } from './components/filters-tool.tsx';
import { MeasureCard } from './components/measure-card.tsx';
import { MemberCard } from './components/member-card.tsx';
import panel from './components/member-table.module.css';
import { PanelTool } from './components/panel-tool.tsx';
import { furtherColumns, measureColumns } from './measure-columns.tsx';
import { panelColumns, silentMeasures } from './panel-columns.tsx';
import { type PanelSearch, usualStatuses } from './panel-search.ts';
import { useCohortColumns } from './use-cohort-columns.ts';
import { narrowedOf, type PanelControl, usePanel } from './use-panel.ts';

/** Below this the record number gives its place to band status and last sync. */
const mrnFromPx = 1760;
/** A table with so few measures is as wide as they need: stretched over the window, values stand far from their names. */
const fewMeasures = 6;

/** The members of the tenant by measure: made to be scanned down one column. */
export function PanelScreen() {
  const { t } = useTranslation(['panel', 'ui']);
  const { userId } = useSession();
  const control = usePanel();
  const { list, shown: chosen } = control;
  const further = useCohortColumns(control);
  const query = useQuery(
    membersQuery(
      list.search,
      chosen,
      userId,
      further.map(({ id }) => id),
    ),
  );
  const measures = chosen?.measures ?? null;
  const shown = {
    measures: wordsOf(list.search.columns, columnIds),
    units: useUnits(),
    now: useNow(),
    withMrn: useWindowWidth() >= mrnFromPx,
    withAges: list.search.ages === 'on',
    withOrigin: !areNoPersons(query.data?.content),
    withoutTrends: query.data?.isWithoutTrends === true,
    t,
  };
  const ofPanel = measures ? measureColumns(measures, shown) : panelColumns(shown);
  const columns = [...ofPanel, ...furtherColumns(further, shown)];
  return (
    <ListScreen
      texts={useTexts(list.search)}
      list={list}
      query={query}
      columns={columns}
      compact={measures !== null && measures.length + further.length <= fewMeasures}
      {...(!measures && { joined: silentMeasures(shown) })}
      rowKey={(row) => row.user_id}
      linked
      card={(row) =>
        measures ? (
          <MeasureCard key={row.user_id} row={row} shownMeasures={[...measures, ...further]} {...shown} />
        ) : (
          <MemberCard key={row.user_id} row={row} further={further} {...shown} />
        )
      }
      cardHeightPx={156}
      filters={[
        {
          name: 'status',
          label: t('statusFilter'),
          options: memberStatuses.map((id) => ({ id, label: t(`ui:status.${id}`) })),
          usual: usualStatuses,
        },
      ]}
      narrowed={narrowedOf(list.search)}
      lead={
        <>
          <PanelTool control={control} units={shown.units} />
          <CohortTool control={control} />
        </>
      }
      note={(rows) =>
        areNoPersons(rows) && (
          <span className={panel.synthetic} title={t('syntheticHelp')}>
            <Icon name="flask" size={12} /> {t('synthetic')}
          </span>
        )
      }
      below={
        <>
          {shown.withoutTrends && !measures && (
            <p className={styles.note} role="status">
              <Icon name="clock" /> {t('withoutTrends')}
            </p>
          )}
          <ShownFilters control={control} units={shown.units} />
        </>
      }
      tools={<PanelTools control={control} columns={columns} />}
    />
  );
}

const areNoPersons = (rows: readonly MemberRow[] | undefined) =>
  rows !== undefined && rows.length > 0 && rows.every(({ dataOrigin }) => dataOrigin !== 'person');

function useTexts(search: PanelSearch): ListTexts {
  const { t } = useTranslation('panel');
  const { q } = search;
  return {
    title: t('title'),
    caption: t('tableCaption'),
    searchLabel: t('searchLabel'),
    searchPlaceholder: t('searchPlaceholder'),
    none: { title: t('noneTitle'), text: t('noneText') },
    empty: {
      title: t('emptyTitle'),
      text: narrowedOf(search) ? t('emptyNarrowed') : q ? t('emptySearch', { query: q }) : t('emptyFilter'),
    },
    failed: { title: t('failedTitle'), text: (reason) => t('failedText', { reason }) },
    forbiddenTitle: t('forbiddenTitle'),
    stale: (time) => t('stale', { time }),
  };
}

/** What is filtered, which columns the built-in panel has, and whether readings stand with their ages. */
function PanelTools({ control, columns }: { readonly control: PanelControl; readonly columns: readonly Column<MemberRow>[] }) {
  const { t } = useTranslation('panel');
  const { search, change } = control.list;
  const withAges = search.ages === 'on';
  return (
    <>
      <FiltersTool control={control} units={useUnits()} />
      {control.shown?.measures === null && (
        <ChoiceMenu
          icon="columns"
          label={t('columns')}
          options={columnIds.map((id) => ({ id, label: t(`measureLong.${id}`) }))}
          chosen={wordsOf(search.columns, columnIds)}
          onChoose={(columns) => change({ columns: columns.join(','), page: search.page })}
        />
      )}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="clock" />}
        title={t('agesHelp')}
        aria-pressed={withAges}
        className={withAges ? (styles.on ?? '') : ''}
        onClick={() => change({ ages: withAges ? 'off' : 'on', page: search.page }, true)}
      >
        {t('ages')}
      </Button>
      <ExportTool control={control} columns={columns} />
    </>
  );
}
