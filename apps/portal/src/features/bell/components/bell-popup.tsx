import '#ui/messages.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { type BellList, bellLists } from '@vigil/contract/notification.values';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { messageSound } from '#lib/message-sound.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { coversTop } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import styles from '../bell.module.css';
import { askForNotices, mayAsk } from '../notices.ts';
import type { BellState } from '../use-bell.ts';
import { BellEvent } from './bell-event.tsx';
import { BellItemRow } from './bell-item.tsx';
import { BellMessage, type OpenMessages } from './bell-message.tsx';

interface BellPopupProps {
  readonly bell: BellState;
  readonly onClose: () => void;
  readonly onOpen: ((memberId: string) => void) | undefined;
  readonly onOpenHandoff: ((handoffId: string) => void) | undefined;
  readonly onOpenOther: (() => void) | undefined;
  readonly onOpenEvent: (eventId: string, startsAt: number | null) => void;
  readonly onOpenMessages: OpenMessages;
}

/** The three lists, newest first, each with its own 'Mark all as read'. Where the tenant has no chat, no messages. */
export function BellPopup({ bell, onClose, ...opens }: BellPopupProps) {
  const { t } = useTranslation('bell');
  const { tenant } = useConfiguration();
  const lists = bellLists.filter((list) => list !== 'messages' || tenant.chat !== 'OFF');
  return (
    <>
      <header ref={coversTop} className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {bell.failed && (
        <p role="alert" className={styles.failure}>
          <span>{t(bell.items ? 'outdated' : 'failed')}</span>
          <Button color="secondary" onClick={bell.retry}>
            {t('retry')}
          </Button>
        </p>
      )}
      {bell.notMarked && (
        <p role="alert" className={styles.failure}>
          {t('notMarked')}
        </p>
      )}
      <Permission />
      {lists.map((list) => (
        <List key={list} list={list} bell={bell} {...opens} />
      ))}
    </>
  );
}

/** Offered while the browser has neither been allowed nor forbidden to show notices; it is asked by the click. */
function Permission() {
  const { t } = useTranslation('bell');
  const [open, setOpen] = useState(mayAsk);
  if (!open) return null;
  return (
    <p className={styles.permission}>
      <span>{t('permission')}</span>
      <Button variant="outlined" onClick={() => void askForNotices().finally(() => setOpen(mayAsk()))}>
        {t('allow')}
      </Button>
    </p>
  );
}

interface ListProps extends Omit<BellPopupProps, 'onClose'> {
  readonly list: BellList;
}

function List({ list, bell, onOpen, onOpenHandoff, onOpenOther, onOpenEvent, onOpenMessages }: ListProps) {
  const { t } = useTranslation('bell');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = bell.items?.filter(({ type }) => type === list);
  const count = bell.badges?.[list] ?? 0;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.sectionHead}>
        <h3 id={id} ref={heading} tabIndex={-1} className={styles.sectionTitle}>
          {t(list)}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </h3>
        {count > 0 && (
          <Button
            color="secondary"
            aria-label={t('markAllOf', { list: t(list) })}
            onClick={() => {
              // The button goes with what it marks.
              heading.current?.focus();
              bell.markAll(list);
            }}
          >
            {t('markAll')}
          </Button>
        )}
      </header>
      {!items && !bell.failed && <Skeleton variant="rounded" height={40} aria-label={t('loading')} />}
      {items?.length === 0 && <p className={styles.empty}>{t(`empty.${list}`)}</p>}
      {items && items.length > 0 && (
        // A list that scrolls is reached by the keyboard, also where its items lead nowhere.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
        <ol className={styles.list} tabIndex={0} aria-labelledby={id}>
          {items.map((item) =>
            item.type === 'calendar' ? (
              <BellEvent key={item.id} item={item} onOpen={onOpenEvent} onClick={() => bell.click(item)} />
            ) : item.type === 'messages' ? (
              <BellMessage key={item.id} item={item} onOpen={onOpenMessages} />
            ) : (
              <BellItemRow key={item.id} {...{ item, onOpen, onOpenHandoff, onOpenOther }} onClick={() => bell.click(item)} />
            ),
          )}
          {count > items.length && <li className={styles.empty}>{t('more', { count: count - items.length })}</li>}
        </ol>
      )}
      {list === 'messages' && <Messages onOpen={onOpenMessages} />}
    </section>
  );
}

/** For those who take part in conversations: the way to all of them, and whether a new message makes a sound. */
function Messages({ onOpen }: { readonly onOpen: OpenMessages }) {
  const { t } = useTranslation('bell');
  const sounds = useStore(messageSound);
  const { roles } = useSession().tenant;
  if (!roles.some((role) => (careTeamRoles as readonly Role[]).includes(role))) return null;
  return (
    <div className={styles.messagesFoot}>
      <label>
        <input type="checkbox" checked={sounds} onChange={() => messageSound.set(!sounds)} /> {t('sound')}
      </label>
      <Button color="secondary" onClick={() => onOpen(null)}>
        {t('allMessages')}
      </Button>
    </div>
  );
}
