import { ApiError } from '@vigil/contract/client';
import { useTranslation } from 'react-i18next';
import { memberUndos } from '#lib/member-undos.ts';
import { useNotices } from '#lib/notices.ts';
import { useUndoAnswer } from './api/answer-alarms.ts';

/** Whose alerts are answered. */
export interface AnsweredMember {
  readonly id: string;
  readonly name: string;
}

/** Says what was done about a member at the edge of the page, and undoes it by the notice or by key. */
export function useUndoableAnswers() {
  const { t } = useTranslation('today');
  const notify = useNotices();
  const undoAnswer = useUndoAnswer();

  const refusalFor = ({ name }: AnsweredMember, error: unknown) => t(`failed.${reasonOf(error)}`, { name });
  const failed = (member: AnsweredMember) => (error: ApiError) => notify({ message: refusalFor(member, error), variant: 'error' });
  const undone = ({ name }: AnsweredMember) => notify({ message: t('done.undone', { name }), variant: 'success' });

  /** Says what was done, and offers to undo it. */
  const done = (member: AnsweredMember, message: string, undo: () => void, variant: 'success' | 'warning' = 'success') => {
    const once = () => {
      // By key or by button: the notice that offers it goes with it.
      close();
      memberUndos.withdraw(member.id);
      undo();
    };
    const close = notify({ message, variant, action: { label: t('undo'), onPress: once } });
    memberUndos.offer(member.id, { undo: once, closeNotice: close });
  };

  const offerAgain = (member: AnsweredMember, undo: () => void) =>
    memberUndos.offer(member.id, {
      undo: () => {
        memberUndos.withdraw(member.id);
        undo();
      },
      closeNotice: () => {},
    });

  const takeBackAnswer =
    (member: AnsweredMember, undoes: string, requestId: string = crypto.randomUUID()) =>
    () =>
      void undoAnswer.mutateAsync({ params: { userId: member.id }, body: { request_id: requestId, undoes } }).then(
        ({ results }) => {
          const kept = results.filter(({ outcome }) => outcome !== 'undone');
          const by = kept.find((one) => one.by)?.by;
          if (kept.length === 0) undone(member);
          else
            notify({
              message: by
                ? t('undonePartlyBy', { name: member.name, by: `${by.firstName} ${by.lastName}`.trim() })
                : t('undonePartly', { name: member.name }),
              variant: 'warning',
            });
        },
        // What the server says names who has acted since.
        (error: ApiError) => {
          if (error.status === 409) return void notify({ message: error.message, variant: 'warning' });
          // Perhaps only the answer was lost: the same request can be sent again.
          if (error.status !== 403) offerAgain(member, takeBackAnswer(member, undoes, requestId));
          return void failed(member)(error);
        },
      );

  return { notify, failed, refusalFor, done, undone, takeBackAnswer };
}

function reasonOf(error: unknown): 'conflict' | 'forbidden' | 'on_hold' | 'other' {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 409) return 'conflict';
  if (error.code === 'account_on_hold') return 'on_hold';
  return error.status === 403 ? 'forbidden' : 'other';
}
