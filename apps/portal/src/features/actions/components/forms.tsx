import { useQuery } from '@tanstack/react-query';
import type { Action } from '@vigil/contract/factuary-actions.contract';
import {
  actionCategoryIds,
  actionRolesOf,
  assignmentOp,
  categoryOf,
  endsAction,
  interventionOutcomes,
  interventionTypes,
  priorities,
} from '@vigil/contract/factuary-actions.values';
import { roleLabel } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { recentFirst } from '#lib/recent-choices.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { careTeamQuery } from '../api/ask-actions.ts';
import { recentAssignees } from '../recent-assignees.ts';
import styles from './actions.module.css';
import { type Bound, Choice, DraftForm, type DraftProps, Typed } from './draft-form.tsx';

/** What was done about one action or several, what came of it, and what is still to be done. */
export function InterveneForm(props: DraftProps) {
  const { t } = useTranslation('actions');
  return (
    <DraftForm {...props} label={t('interveneOn', { count: props.draft.actionIds.length })}>
      {(bound) => {
        const outcome = interventionOutcomes.find((one) => one === bound.value('outcome'));
        return (
          <>
            <div className={styles.pair}>
              <Choice bound={bound} field="type" label={t('form.type')} options={interventionTypes.map((id) => [id, t(`types.${id}`)])} />
              <Choice
                bound={bound}
                field="outcome"
                label={t('form.outcome')}
                options={interventionOutcomes.map((id) => [id, t(`outcomes.${id}`)])}
              />
            </div>
            {outcome && !endsAction(outcome) && <p className={styles.hint}>{t('form.staysOpen')}</p>}
            <Typed bound={bound} field="note" label={t('form.note')} type="long" />
            <Typed bound={bound} field="minutes" label={t('form.minutes')} type="number" />
            <FollowUp bound={bound} />
          </>
        );
      }}
    </DraftForm>
  );
}

function FollowUp({ bound }: { readonly bound: Bound }) {
  const { t } = useTranslation('actions');
  const planned = bound.value('followUp') !== '';
  return (
    <>
      <label className={styles.check}>
        <input type="checkbox" checked={planned} onChange={(event) => bound.keep('followUp', event.target.checked ? 'yes' : '')} />
        {t('form.followUp')}
      </label>
      {planned && (
        <div className={styles.pair}>
          <Typed bound={bound} field="title" label={t('form.followUpTitle')} />
          <Typed bound={bound} field="date" label={t('form.followUpDate')} type="date" />
        </div>
      )}
    </>
  );
}

/** Who gets an action, and what that is: the server's own rule, before it is asked. */
export function AssignForm({ action, ...props }: DraftProps & { readonly action: Action }) {
  const { t } = useTranslation('actions');
  const { data: team = [] } = useQuery(careTeamQuery());
  const options = team.flatMap((person) =>
    actionRolesOf(person.roles).map((role) => ({
      key: `${person.id} ${role}`,
      id: person.id,
      role,
      name: `${person.firstName} ${person.lastName}`,
    })),
  );
  // Whoever may not handle it gives it to nobody but those who do.
  const { roles } = categoryOf(action.action_category);
  const recent = useStore(recentAssignees.store)[useSession().userId] ?? [];
  const given = options.filter(
    ({ id, role }) => (id !== action.assignee_id || role !== action.assignee_role) && (action.may_handle || roles.includes(role)),
  );
  const others = recentFirst(given, recent);
  return (
    <DraftForm {...props} label={t('assign')}>
      {(bound) => {
        const chosen = options.find(({ key }) => key === bound.value('assignee'));
        const op = chosen && assignmentOp({ holder: action.assignee_id, role: action.assignee_role }, chosen.role);
        return (
          <>
            <Choice
              bound={bound}
              field="assignee"
              label={t('form.assignee')}
              options={others.map(({ key, name, role }) => [key, `${name} · ${roleLabel(role)}`])}
            />
            {chosen && op && (
              <p className={styles.hint} aria-live="polite">
                {t(`form.becomes.${op}`, { name: chosen.name })}
              </p>
            )}
            <Typed bound={bound} field="note" label={t('form.note')} type="long" />
          </>
        );
      }}
    </DraftForm>
  );
}

/** Ends an action without an intervention, and says why. */
export function CloseForm(props: DraftProps) {
  const { t } = useTranslation('actions');
  return (
    <DraftForm {...props} label={t('close')}>
      {(bound) => <Typed bound={bound} field="note" label={t('form.reason')} type="long" />}
    </DraftForm>
  );
}

const byHand = actionCategoryIds.filter((id) => categoryOf(id).byHand && !categoryOf(id).hasParent);

/** An action that a person opens. */
export function OpenForm(props: DraftProps) {
  const { t } = useTranslation('actions');
  return (
    <DraftForm {...props} label={t('newAction')}>
      {(bound) => (
        <>
          <Typed bound={bound} field="title" label={t('form.title')} />
          <div className={styles.pair}>
            <Choice bound={bound} field="category" label={t('category')} options={byHand.map((id) => [id, t(`categories.${id}`)])} />
            <Choice bound={bound} field="priority" label={t('priority')} options={priorities.map((id) => [id, t(`priorities.${id}`)])} />
          </div>
          <Typed bound={bound} field="note" label={t('form.note')} type="long" />
        </>
      )}
    </DraftForm>
  );
}
