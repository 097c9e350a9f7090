import Button from '@mui/material/Button';
import type { Action } from '@vigil/contract/factuary-actions.contract';
import { actionRolesOf, categoryOf, isLive } from '@vigil/contract/factuary-actions.values';
import { roleLabel } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Severity } from '#ui/severity.tsx';
import { type ActionDraft, actionDrafts, newDraft } from '../action-drafts.ts';
import { useSendAction } from '../api/change-actions.ts';
import { bodyOf } from '../draft-body.ts';
import { nameOf, type Telling, useShownStatus } from '../telling.ts';
import { ActionHistory } from './action-history.tsx';
import styles from './actions.module.css';
import { AlertCourse } from './alert-course.tsx';
import { AnswerBehind } from './answer-behind.tsx';
import { AssignForm, CloseForm, InterveneForm } from './forms.tsx';

interface ActionCardProps {
  readonly action: Action;
  readonly telling: Telling;
  readonly zone: string;
  readonly canWrite: boolean;
  /** What is being done about this one alone. */
  readonly draft: ActionDraft | undefined;
  readonly chosen: boolean;
  /** The course of its readings is shown at once. */
  readonly withCourse: boolean;
  readonly onChoose: ((chosen: boolean) => void) | undefined;
}

/** One action: how urgent, what, since when and whose; what can be done about it, and on demand everything about it. */
export function ActionCard({ action, telling, zone, canWrite, draft, chosen, withCourse, onChoose }: ActionCardProps) {
  const { t } = useTranslation('actions');
  const { t: ui } = useTranslation('ui');
  const shown = useShownStatus();
  const [open, setOpen] = useState(false);
  const live = isLive(action.status.status);
  const about = { draft: draft as ActionDraft, memberId: action.user_id, zone, versions: versionOf(action) };
  const holder = action.assignee
    ? t('has', { name: nameOf(action.assignee), role: roleLabel(action.assignee_role) })
    : t('waitsFor', { role: t(`roles.${action.assignee_role}`) });
  return (
    <li className={live ? styles.card : styles.ended}>
      <article aria-label={action.title}>
        <header className={styles.head}>
          {onChoose && (
            <input
              type="checkbox"
              checked={chosen}
              aria-label={t('select', { title: action.title })}
              onChange={(event) => onChoose(event.target.checked)}
            />
          )}
          <Severity severity={action.priority} />
          <span className={styles.hint}>{t(`categories.${action.action_category}`)}</span>
          <time
            className={styles.age}
            dateTime={new Date(action.time_created * 1000).toISOString()}
            title={telling.when(action.time_created * 1000)}
          >
            {ageInWords(ui, action.time_created, telling.nowMs / 1000)}
          </time>
        </header>
        <h3 className={styles.title}>{action.title}</h3>
        <p className={styles.hint}>
          {live ? `${shown(action)} · ${holder}` : `${shown(action)} · ${telling.when(action.status_date * 1000)}`}
          {live &&
            ` · ${action.due_date === null ? t('expires', { when: telling.when(action.expires_at * 1000) }) : t('due', { when: telling.when(action.due_date * 1000) })}`}
        </p>
        {live && withCourse && action.alert && <AlertCourse memberId={action.user_id} zone={zone} alert={action.alert} />}
        {live && action.action_category === 'SURVEY' && !action.alert && (
          <AnswerBehind memberId={action.user_id} actionId={action.action_id} telling={telling} />
        )}
        <div className={styles.tools}>
          {canWrite && live && !draft && <Tools action={action} zone={zone} />}
          <Button color="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'hideDetails' : 'details')}
          </Button>
        </div>
        {canWrite && live && !action.may_handle && (
          <p className={styles.hint}>{t('mayNot', { roles: categoryOf(action.action_category).roles.map(roleLabel).join(', ') })}</p>
        )}
        {draft?.kind === 'intervene' && <InterveneForm {...about} />}
        {draft?.kind === 'assign' && <AssignForm {...about} action={action} />}
        {draft?.kind === 'close' && <CloseForm {...about} />}
        {open && <ActionHistory action={action} telling={telling} zone={zone} isShown={live && withCourse} />}
      </article>
    </li>
  );
}

const versionOf = ({ action_id: id, version }: Action) => ({ [id]: version });

/** What can be done about a live action. */
function Tools({ action, zone }: { readonly action: Action; readonly zone: string }) {
  const { t } = useTranslation('actions');
  const { userId, tenant } = useSession();
  const send = useSendAction(action.user_id);
  const begin = (kind: ActionDraft['kind']) => () => actionDrafts.put(action.user_id, newDraft(kind, [action.action_id]));
  const [own] = [...actionRolesOf(tenant.roles)].sort((a, b) => Number(handles(b)) - Number(handles(a)));
  function handles(role: string) {
    return (categoryOf(action.action_category).roles as readonly string[]).includes(role);
  }
  const take = () => {
    const draft = { ...newDraft('assign', [action.action_id]), values: { assignee: `${userId} ${own}` } };
    const made = bodyOf(draft, { memberId: action.user_id, zone, versions: versionOf(action) });
    if ('sendable' in made) send(draft, made.sendable);
  };
  return (
    <>
      {action.may_handle && (
        <Button variant="outlined" onClick={begin('intervene')}>
          {t('intervene')}
        </Button>
      )}
      {own && action.may_handle && action.assignee_id !== userId && (
        <Button color="secondary" onClick={take}>
          {t('take')}
        </Button>
      )}
      <Button color="secondary" onClick={begin('assign')}>
        {t('assign')}
      </Button>
      {action.may_handle && (
        <Button color="secondary" onClick={begin('close')}>
          {t('close')}
        </Button>
      )}
    </>
  );
}
