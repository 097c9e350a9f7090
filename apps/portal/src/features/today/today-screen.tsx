import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { ApiError } from '@vigil/contract/client';
import type { TodayRow as Row } from '@vigil/contract/triage-today.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { useFocusedRowKeys } from '#ui/use-focused-row-keys.ts';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { rowsOfPage } from './api/today-calls.ts';
import { Apart } from './components/apart.tsx';
import { ChangesButton } from './components/changes-button.tsx';
import { HandledBy } from './components/handled-by.tsx';
import { KeysDialog } from './components/keys-dialog.tsx';
import { NothingOpen } from './components/nothing-open.tsx';
import { PageButtons } from './components/page-buttons.tsx';
import { ReviewDialog } from './components/review-dialog.tsx';
import type { RowDoes } from './components/row-buttons.tsx';
import { ScopeTool } from './components/scope-tool.tsx';
import { SnoozeMenu } from './components/snooze-menu.tsx';
import styles from './components/today.module.css';
import { TodayRow } from './components/today-row.tsx';
import { acknowledgeable, nameOf, snoozableAlarm } from './row-alarms.ts';
import type { WorkTab } from './today-search.ts';
import { useReviewDialog } from './use-review-dialog.ts';
import { useRowActions } from './use-row-actions.ts';
import { useTodayPage } from './use-today-page.ts';

/** The work on a member, which stands beside the list. */
export interface WorkProps {
  readonly memberId: string;
  readonly tab: WorkTab;
  readonly onTab: (tab: WorkTab) => void;
  readonly onClose: () => void;
}

/** A member who can be called from their row. */
export interface CalledMember {
  readonly memberId: string;
  readonly name: string;
  readonly isOnHold: boolean;
}

interface TodayScreenProps {
  readonly work: (props: WorkProps) => ReactNode;
  /** What is on the person's calendar today. */
  readonly calendar: ReactNode;
  /** What the person has not read; null for whoever takes part in no conversation. */
  readonly messages: ReactNode;
  /** Buttons that call the member; only for whoever takes part in conversations. */
  readonly call: (member: CalledMember) => ReactNode;
  /** Begins what was done about an action of the member. */
  readonly beginIntervention: (memberId: string, actionId: string) => void;
}

const rowKeys = ['a', 's', 'r', 'i', 'u', 'm', ' '] as const;
const noSearch = { current: null };

/** Who needs somebody, why, and what was done: one row a member, the most urgent first. */
export function TodayScreen({ work, calendar, messages, call, beginIntervention }: TodayScreenProps) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  usePageTitle(t('title'));
  const { query, held, chosen, choose, page, turn, member, tab, openWork } = useTodayPage();
  const { userId: reader, tenant } = useSession();
  const { roles } = tenant;
  const canWrite = roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const units = useUnits();
  const nowSeconds = useNow() / 1000;
  const actions = useRowActions();
  const reviewing = useReviewDialog(actions);
  const screen = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [snoozing, setSnoozing] = useState<{ readonly row: Row; readonly anchor: HTMLElement } | null>(null);
  const [keysShown, setKeysShown] = useState(false);
  /** Every row that is on screen, of whichever list. */
  const onScreen = useRef(new Map<string, Row>());
  useRowKeys(screen, noSearch);

  const intervene = (row: Row) => {
    const action = row.actions.find(({ may_handle: may }) => may);
    if (!action) return;
    beginIntervention(row.user_id, action.action_id);
    openWork(row.user_id);
  };
  const snooze = (row: Row, anchor: HTMLElement | null) => {
    if (anchor && snoozableAlarm(row, reader)) setSnoozing({ row, anchor });
  };
  const reach = (row: Row): Pick<RowDoes, 'message' | 'call'> =>
    messages === null
      ? {}
      : {
          message: () => openWork(row.user_id, 'messaging'),
          call: call({ memberId: row.user_id, name: nameOf(row), isOnHold: row.user.onHold }),
        };
  const expand = ({ user_id: id }: Row) =>
    setExpanded((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id)));
  const byKey: Record<(typeof rowKeys)[number], (row: Row) => void> = {
    a: (row) => acknowledgeable(row).length > 0 && actions.acknowledge(row),
    s: (row) => snooze(row, snoozeAnchor(screen.current?.querySelector(`[data-row="${row.user_id}"]`))),
    r: reviewing.open,
    i: intervene,
    u: (row) => actions.undo(row),
    m: (row) => reach(row).message?.(),
    ' ': expand,
  };
  useFocusedRowKeys(screen, rowKeys, (key, userId) => {
    const row = onScreen.current.get(userId);
    if (row && (canWrite || key === ' ')) byKey[key](row);
  });

  const { data, error } = query;
  const notEvaluated = data?.notEvaluated ?? null;
  if (error instanceof ApiError && error.status === 403)
    return <StatePanel failure level={1} icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  const rowFor = (row: Row, isGone: boolean, isNew = false) => {
    onScreen.current.set(row.user_id, row);
    return (
      <TodayRow
        key={row.user_id}
        {...{ row, isGone, isNew, units, nowSeconds }}
        zone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        isOpen={member === row.user_id}
        isExpanded={expanded.has(row.user_id)}
        onOpen={() => openWork(row.user_id)}
        onExpand={() => expand(row)}
        does={
          canWrite
            ? {
                acknowledge: () => actions.acknowledge(row),
                snooze: (anchor) => snooze(row, anchor),
                review: () => reviewing.open(row),
                undo: () => actions.undo(row),
                intervene: () => intervene(row),
                canUndo: actions.canUndo(row),
                ...reach(row),
              }
            : undefined
        }
      />
    );
  };

  return (
    <div className={styles.beside}>
      <div className={styles.screen} ref={screen} data-view-only={!canWrite || undefined}>
        <header className={styles.top}>
          <h1>
            {t('title')}{' '}
            <span className={styles.total} data-pending={!data || undefined}>
              {t(notEvaluated ? 'countSoFar' : 'count', { count: data?.counts.open ?? 0 })}
            </span>
          </h1>
          <ScopeTool chosen={chosen} onChoose={choose} withOwn={canWrite} />
          <span className={styles.space} />
          <ChangesButton changes={held.changes} onShow={held.show} />
          <Button size="small" color="inherit" onClick={() => setKeysShown(true)}>
            {t('keys')}
          </Button>
        </header>
        <p className={styles.order} title={t('orderLong')}>
          {notEvaluated && (
            <strong role="status">
              {notEvaluated.because === 'restarted' || notEvaluated.because === 'first_rules'
                ? t('notEvaluated', { count: notEvaluated.members })
                : t(`notChecked.${notEvaluated.because}`)}{' '}
              ·{' '}
            </strong>
          )}
          {t('order')}
          <span data-pending={!data || undefined}>{` · ${t('asOf', { age: ageInWords(ui, data?.asOf ?? nowSeconds, nowSeconds) })}`}</span>
          {!canWrite && ` · ${t('readOnly')}`}
        </p>
        {data && (error || query.failureCount > 0) && (
          <p className={styles.stale} role="alert">
            {t('staleTitle', { age: ageInWords(ui, data.asOf, nowSeconds) })}
          </p>
        )}
        {held.shown?.some(({ row }) => row.isCourseUnavailable) && (
          <p className={styles.order} role="status">
            {t('withoutTrends')}
          </p>
        )}
        {error && !data && (
          <StatePanel
            failure
            icon="alert"
            title={t('failedTitle')}
            text={t('failedText', { reason: error.message })}
            action={{ label: t('retry'), onClick: () => void query.refetch() }}
          />
        )}
        {!data && !error && <Waiting label={t('loading')} />}
        {!canWrite && held.shown && held.shown.length > 0 && (
          <HandledBy
            rows={held.shown.flatMap(({ row, isGone }) => (isGone ? [] : row))}
            isPart={(data?.totalElements ?? 0) > held.shown.length}
            nowSeconds={nowSeconds}
          />
        )}
        {held.shown && held.shown.length > 0 && (
          <ul className={styles.rows} aria-label={t('list')} aria-busy={query.isPlaceholderData || undefined}>
            {held.shown.map(({ row, isGone, isNew }) => rowFor(row, isGone, isNew))}
          </ul>
        )}
        {held.shown?.length === 0 && (
          <NothingOpen
            ofAll={chosen.scope === 'all'}
            isViewOnly={!canWrite}
            notEvaluated={notEvaluated}
            isBare={data !== undefined && data.counts.gaps + data.counts.reviewed === 0}
            onShowAll={() => choose({ scope: 'all', cohort: '' })}
          />
        )}
        {data && (
          <>
            <PageButtons page={page} size={rowsOfPage} total={data.totalElements} onPage={turn} />
            <Apart list="gaps" chosen={chosen} count={data.counts.gaps} rowFor={rowFor} />
            <Apart list="reviewed" chosen={chosen} count={data.counts.reviewed} rowFor={rowFor} />
          </>
        )}
        <div className={styles.later}>
          <section>
            <h2>{t('calendarTitle')}</h2>
            {calendar}
          </section>
          {messages !== null && (
            <section>
              <h2>{t('messagesTitle')}</h2>
              {messages}
            </section>
          )}
        </div>
      </div>
      {member !== null && work({ memberId: member, tab, onTab: (next) => openWork(member, next), onClose: () => openWork(null) })}
      {snoozing && (
        <SnoozeMenu
          {...snoozing}
          onClose={() => setSnoozing(null)}
          onChoose={(seconds) => {
            actions.snooze(snoozing.row, seconds);
            setSnoozing(null);
          }}
        />
      )}
      {reviewing.row && <ReviewDialog row={reviewing.row} draft={reviewing.draft} onClose={reviewing.close} onReview={reviewing.send} />}
      {keysShown && <KeysDialog canWrite={canWrite} canTalk={messages !== null} onClose={() => setKeysShown(false)} />}
    </div>
  );
}

/** The row's button, or its name where that is not in sight. */
function snoozeAnchor(row: Element | null | undefined): HTMLElement | null {
  const button = row?.querySelector<HTMLElement>('[data-snooze]');
  return button?.checkVisibility?.() === false ? (row?.querySelector<HTMLElement>('[data-row-link]') ?? null) : (button ?? null);
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className={styles.waiting} data-awaited>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={index} variant="rounded" height={72} />
      ))}
    </div>
  );
}
