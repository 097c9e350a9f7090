import '#ui/messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { longestGroupTitle, mostGroupPeople } from '@vigil/contract/chat.values';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { rolesInWords } from '#ui/person.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { channelQuery, colleaguesQuery, teamsQuery, useChangeGroup, useCreateConversation } from '../api/ask-chat.ts';
import styles from './chat.module.css';
import { PanelHead } from './conversation-head.tsx';

interface BeginProps {
  readonly onBegun: (conversationId: string) => void;
  readonly onCancel: () => void;
}

/** A conversation among the staff: with one colleague, several under a name, or a care team. */
export function BeginConversation({ onBegun, onCancel }: BeginProps) {
  const { t } = useTranslation('chat');
  const create = useCreateConversation();
  const { data: teams = [] } = useQuery(teamsQuery());
  // Sent again after a lost answer it begins the same one.
  const [id] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [careTeamId, setCareTeamId] = useState('');
  const [title, setTitle] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [first] = chosen;
  const isGroup = careTeamId !== '' || chosen.length > 1;
  const team = teams.find((one) => one.id === careTeamId);
  const name = title.trim() || (team?.name ?? '');
  const fault = !first && careTeamId === '' ? t('begin.chooseSomebody') : undefined;
  const titleFault = isGroup && name === '' ? t('begin.nameMissing') : undefined;

  const begin = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault !== undefined || titleFault !== undefined) return;
    const whom = careTeamId === '' ? { userIds: chosen.map((one) => one.id) } : { careTeamId };
    create.mutate(
      isGroup ? { body: { kind: 'group', id, title: name, ...whom } } : { body: { kind: 'direct', id, userId: first?.id ?? '' } },
      { onSuccess: ({ conversationId }) => onBegun(conversationId) },
    );
  };
  return (
    <form className={styles.begin} aria-label={t('begin.title')} noValidate onSubmit={begin}>
      <PanelHead title={t('begin.title')} onBack={onCancel} backLabel={t('list.back')} />
      <div className={styles.beginBody}>
        {teams.length > 0 && (
          <Field label={t('begin.team')} error={undefined}>
            {(control) => (
              <select {...control} value={careTeamId} onChange={({ target }) => setCareTeamId(target.value)}>
                <option value="">{t('begin.noTeam')}</option>
                {teams.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {careTeamId === '' ? (
          <Colleagues chosen={chosen} onChange={setChosen} error={isChecked ? fault : undefined} />
        ) : (
          <p className={styles.quiet}>{t('begin.teamFollows')}</p>
        )}
        {isGroup && (
          <Field label={t('begin.name')} error={isChecked ? titleFault : undefined}>
            {(control) => (
              <input
                {...control}
                type="text"
                maxLength={longestGroupTitle}
                autoComplete="off"
                placeholder={team?.name}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
              />
            )}
          </Field>
        )}
      </div>
      <FormFoot label={labelOf()} isBusy={create.isPending} failure={create.error?.message} onCancel={onCancel} />
    </form>
  );

  function labelOf(): string {
    if (isGroup) return t('begin.group');
    return first ? t('begin.direct', { name: first.name }) : t('begin.start');
  }
}

interface ChangeGroupProps {
  readonly conversationId: string;
  readonly onDone: () => void;
}

/** A group's name, and who is in it; of a care team's group the name alone, because the people follow the team. */
export function ChangeGroup({ conversationId, onDone }: ChangeGroupProps) {
  const { data } = useQuery(channelQuery(conversationId));
  return data ? <GroupForm conversationId={conversationId} channel={data} onDone={onDone} /> : <Skeleton height={160} />;
}

interface GroupFormProps extends ChangeGroupProps {
  readonly channel: {
    readonly conversation: { readonly title: string; readonly careTeamId: string | null };
    readonly participants: readonly { readonly userId: string; readonly firstName: string; readonly lastName: string }[];
  };
}

function GroupForm({ conversationId, channel: { conversation, participants }, onDone }: GroupFormProps) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const change = useChangeGroup();
  const [title, setTitle] = useState(conversation.title);
  const [chosen, setChosen] = useState<readonly Chosen[]>(() =>
    participants.filter((one) => one.userId !== userId).map((one) => ({ id: one.userId, name: `${one.firstName} ${one.lastName}`.trim() })),
  );
  const followsTeam = conversation.careTeamId !== null;
  const titleFault = title.trim() === '' ? t('begin.nameMissing') : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (titleFault !== undefined) return;
    const userIds = [userId, ...chosen.map(({ id }) => id)];
    change.mutate({ params: { conversationId }, body: { title: title.trim(), userIds } }, { onSuccess: onDone });
  };
  return (
    <form className={styles.begin} aria-label={t('begin.changeTitle')} noValidate onSubmit={save}>
      <PanelHead title={t('begin.changeTitle')} onBack={onDone} backLabel={t('begin.cancel')} />
      <div className={styles.beginBody}>
        <Field label={t('begin.name')} error={titleFault}>
          {(control) => (
            <input
              {...control}
              type="text"
              maxLength={longestGroupTitle}
              autoComplete="off"
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        {followsTeam ? (
          <p className={styles.quiet}>{t('begin.teamFollows')}</p>
        ) : (
          <Colleagues chosen={chosen} onChange={setChosen} error={undefined} />
        )}
      </div>
      <FormFoot label={t('begin.save')} isBusy={change.isPending} failure={change.error?.message} onCancel={onDone} />
    </form>
  );
}

interface Chosen {
  readonly id: string;
  readonly name: string;
}

interface ColleaguesProps {
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
  readonly error: string | undefined;
}

/** Everybody else of the care team, to be ticked; who is chosen stays in sight. */
function Colleagues({ chosen, onChange, error }: ColleaguesProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const { userId } = useSession();
  const { data: staff, error: failure, refetch } = useQuery(colleaguesQuery());
  const [filter, setFilter] = useState('');
  if (failure && !staff)
    return (
      <p role="alert" className={styles.failed}>
        {t('begin.failed')}{' '}
        <Button color="secondary" onClick={() => void refetch()}>
          {ui('retry')}
        </Button>
      </p>
    );
  if (!staff) return <Skeleton variant="rounded" height={160} />;
  const people = staff
    .filter(({ id, isInTheTenant }) => id !== userId && isInTheTenant !== false)
    .map(({ id, firstName, lastName, roles }) => ({ id, name: `${firstName} ${lastName}`.trim(), roles: rolesInWords(roles) }));
  const isChosen = (id: string) => chosen.some((one) => one.id === id);
  const shown = people.filter(({ id, name }) => isChosen(id) || name.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <fieldset className={styles.colleagues} aria-invalid={error !== undefined}>
      <legend>{t('begin.people')}</legend>
      <SearchField value={filter} onSearch={setFilter} label={t('begin.filter')} placeholder={t('begin.filter')} />
      {error && (
        <p role="alert" className={styles.failed}>
          {error}
        </p>
      )}
      {shown.length === 0 && <p className={styles.quiet}>{t('begin.nobody')}</p>}
      {shown.map(({ id, name, roles }) => (
        <label key={id} className={styles.colleague}>
          <input
            type="checkbox"
            checked={isChosen(id)}
            disabled={!isChosen(id) && chosen.length >= mostGroupPeople - 1}
            onChange={() => onChange(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name }])}
          />
          <span>{name}</span>
          <span className={styles.quiet}>{roles}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FormFootProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly onCancel: () => void;
}

function FormFoot({ label, isBusy, failure, onCancel }: FormFootProps) {
  const { t } = useTranslation('chat');
  return (
    <footer className={styles.beginFoot}>
      <FormEnd
        failure={failure !== undefined && t('begin.notDone', { reason: failure })}
        save={label}
        isSaving={isBusy}
        cancel={t('begin.cancel')}
        onCancel={onCancel}
      />
    </footer>
  );
}
