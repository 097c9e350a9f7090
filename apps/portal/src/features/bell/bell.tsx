import './messages.ts';
import Dialog from '@mui/material/Dialog';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { IconButton } from '#ui/icon-button.tsx';
import styles from './bell.module.css';
import type { OpenMessages } from './components/bell-message.tsx';
import { BellPopup } from './components/bell-popup.tsx';
import { useBell } from './use-bell.ts';

export interface BellProps {
  /** Opens an event of the calendar; the moment is its begin, in Unix seconds. */
  readonly onOpenEvent: (eventId: string, startsAt: number | null) => void;
  readonly onOpenMessages: OpenMessages;
  /** Opens a member's actions; undefined for whoever may not see them. */
  readonly onOpenMember: ((memberId: string) => void) | undefined;
  /** Opens a handoff; undefined for whoever gets none. */
  readonly onOpenHandoff?: ((handoffId: string) => void) | undefined;
  /** Opens what is about no member; undefined where that leads nowhere. */
  readonly onOpenOther?: (() => void) | undefined;
}

/** Below this width the lists take the whole screen. Pixels. */
const popupFromPx = 600;

/** The bell of the header: how much is unread, and on demand what. */
export function Bell({ onOpenMember, onOpenHandoff, onOpenOther, onOpenEvent, onOpenMessages }: BellProps) {
  const { t } = useTranslation('bell');
  const { userId } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const bell = useBell(userId);
  const asPopup = useWindowWidth() >= popupFromPx;
  const close = () => setAnchor(null);
  const known = bell.unread > 0 ? t('unread', { count: bell.unread }) : t('none');
  const label = bell.failed ? t('notUpToDate', { count: bell.unread }) : known;
  const popup = (
    <BellPopup
      bell={bell}
      onClose={close}
      onOpenEvent={(eventId, startsAt) => {
        close();
        onOpenEvent(eventId, startsAt);
      }}
      onOpenMessages={(conversation) => {
        close();
        onOpenMessages(conversation);
      }}
      onOpenHandoff={
        onOpenHandoff &&
        ((handoffId) => {
          close();
          onOpenHandoff(handoffId);
        })
      }
      onOpenOther={
        onOpenOther &&
        (() => {
          close();
          onOpenOther();
        })
      }
      onOpen={
        onOpenMember &&
        ((memberId) => {
          close();
          onOpenMember(memberId);
        })
      }
    />
  );
  return (
    <>
      <IconButton
        icon="bell"
        size={18}
        label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          bell.retry();
        }}
      >
        {(bell.unread > 0 || bell.failed) && (
          <span className={styles.badge} data-outdated={bell.failed || undefined} aria-hidden="true">
            {badgeText()}
          </span>
        )}
      </IconButton>
      {asPopup ? (
        <Popover
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { elevation: 0, className: styles.popup ?? '', role: 'dialog', 'aria-label': t('title') } }}
        >
          {popup}
        </Popover>
      ) : (
        <Dialog
          open={anchor !== null}
          fullScreen
          onClose={close}
          slotProps={{ paper: { elevation: 0, className: styles.sheet ?? '', 'aria-label': t('title') } }}
        >
          {popup}
        </Dialog>
      )}
    </>
  );

  /** As far as it is known: a bell that could not ask is not an empty one. */
  function badgeText(): string {
    if (bell.unread === 0) return '?';
    return bell.unread > 99 ? t('many') : String(bell.unread);
  }
}
