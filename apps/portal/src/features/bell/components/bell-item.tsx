import Skeleton from '@mui/material/Skeleton';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { BellItem } from '@vigil/contract/notification.contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Avatar } from '#ui/avatar.tsx';
import styles from '../bell.module.css';
import { memberQuery } from '../use-bell.ts';

interface BellItemRowProps {
  readonly item: BellItem;
  readonly onOpen: ((memberId: string) => void) | undefined;
  readonly onOpenHandoff: ((handoffId: string) => void) | undefined;
  /** Opens what is about no member. */
  readonly onOpenOther: (() => void) | undefined;
  readonly onClick: () => void;
}

/** Whom it is about, what it is, and when it was told. The name is asked for: neither the push nor this computer keeps it. */
export function BellItemRow({ item, onOpen, onOpenHandoff, onOpenOther, onClick }: BellItemRowProps) {
  const { patientId, handoffId, description, createdAt } = item;
  const { t } = useTranslation('bell');
  const { t: ui } = useTranslation('ui');
  const nowMs = useNow();
  const about = memberQuery(patientId ?? '');
  const { data: member, isPending } = useQuery({ ...about, ...(patientId === null && { queryFn: skipToken }) });
  const info = member?.personalInfo;
  const name = info ? `${info.firstName} ${info.lastName}` : t(handoffId === null ? 'member' : 'handoff');
  const content = (
    <>
      <Avatar name={info ? name : ''} photoUrl={info?.photoUrl ?? null} />
      <span className={styles.itemHead}>
        <strong className={styles.who}>{patientId !== null && isPending ? <Skeleton width={120} /> : name}</strong>
        <time className={styles.time} dateTime={new Date(createdAt * 1000).toISOString()}>
          {ageInWords(ui, createdAt, nowMs / 1000)}
        </time>
      </span>
      <span className={styles.description}>{description}</span>
    </>
  );
  const aboutNobody = handoffId === null ? onOpenOther : onOpenHandoff && (() => onOpenHandoff(handoffId));
  const open = patientId === null ? aboutNobody : onOpen && (() => onOpen(patientId));
  return (
    <li>
      {open ? (
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            onClick();
            open();
          }}
        >
          {content}
        </button>
      ) : (
        <div className={styles.item}>{content}</div>
      )}
    </li>
  );
}
