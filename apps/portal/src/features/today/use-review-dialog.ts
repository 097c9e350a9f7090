import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '#lib/notices.ts';
import { nameOf } from './row-alarms.ts';
import type { RowActions } from './use-row-actions.ts';

/** Which row is being marked as reviewed, and what becomes of the reason: one that was not kept is there again when the dialog is opened anew. */
export function useReviewDialog({ review }: Pick<RowActions, 'review'>) {
  const { t } = useTranslation('today');
  const notify = useNotices();
  const [row, setRow] = useState<TodayRow | null>(null);
  const isShown = useRef<TodayRow | null>(null);
  const notKept = useRef(new Map<string, string>());
  const show = (next: TodayRow | null) => {
    isShown.current = next;
    setRow(next);
  };

  return {
    row,
    draft: row === null ? undefined : notKept.current.get(row.user_id),
    close: () => show(null),
    open(asked: TodayRow) {
      if (asked.review) return;
      if (asked.reviewable === 'yes') show(asked);
      else notify({ message: t(`notReviewable.${asked.reviewable}`, { name: nameOf(asked) }), variant: 'warning' });
    },
    /** Answers why the reason was not kept; null where it was, and the dialog is closed. */
    async send(about: TodayRow, reason: string): Promise<string | null> {
      const refusal = await review(about, reason);
      if (refusal === null) notKept.current.delete(about.user_id);
      else notKept.current.set(about.user_id, reason);
      if (isShown.current === about) {
        if (refusal === null) show(null);
      } else if (refusal !== null) notify({ message: refusal, variant: 'error' });
      return refusal;
    },
  };
}
