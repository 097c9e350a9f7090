import { Link } from '@tanstack/react-router';
import type { Action } from '@vigil/contract/factuary-actions.contract';
import { categoryOf } from '@vigil/contract/factuary-actions.values';
import { roleLabel } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Severity } from '#ui/severity.tsx';
import styles from '../open-actions.module.css';
import { nameOf, useShownStatus } from '../telling.ts';

interface OpenActionRowProps {
  readonly action: Action;
  readonly chosen: boolean;
  /** Absent for whoever only looks. */
  readonly onChoose: ((chosen: boolean) => void) | undefined;
  readonly locked: boolean;
  /** It is in the list no more: somebody ended it or took it. It keeps its place until the list of now is asked for. */
  readonly isGone: boolean;
}

/** One open action: how urgent, whose, what, who has it, and since when. */
export function OpenActionRow({ action, chosen, onChoose, locked, isGone }: OpenActionRowProps) {
  const { t } = useTranslation('actions');
  const { t: ui } = useTranslation('ui');
  const shown = useShownStatus();
  const nowMs = useNow();
  const member = nameOf(action.user);
  const holder = action.assignee
    ? t('has', { name: nameOf(action.assignee), role: roleLabel(action.assignee_role) })
    : t('waitsFor', { role: t(`roles.${action.assignee_role}`) });
  const handledBy = t('mayNot', { roles: categoryOf(action.action_category).roles.map(roleLabel).join(', ') });
  const due = action.due_date === null ? null : t('due', { when: new Date(action.due_date * 1000).toLocaleDateString() });
  return (
    <li className={styles.row} data-row={action.action_id} data-chosen={chosen || undefined} data-gone={isGone || undefined}>
      {onChoose && (
        <input
          type="checkbox"
          checked={chosen}
          disabled={locked || (isGone && !chosen)}
          aria-label={t('across.select', { title: action.title, member })}
          {...(!action.may_handle && { title: handledBy })}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <span className={styles.severity}>
        <Severity severity={action.priority} />
      </span>
      <span className={styles.what}>
        <Link to="/patient/$memberId/summary" params={{ memberId: action.user_id }} className={styles.member} data-row-link="">
          {member}
        </Link>
        <span className={styles.action}>{action.title}</span>
        <span className={styles.hint}>
          {(isGone ? [t('across.isGone')] : [t(`categories.${action.action_category}`), shown(action), holder, due])
            .filter((one) => one !== null)
            .join(' · ')}
        </span>
      </span>
      <time className={styles.age} dateTime={new Date(action.time_created * 1000).toISOString()}>
        {ageInWords(ui, action.time_created, nowMs / 1000)}
      </time>
    </li>
  );
}
