import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { mostParticipants } from '@vigil/contract/calendar.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberSearchQuery } from '#lib/member-search.ts';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { careTeamQuery } from '../api/calendar.ts';
import { type Invited, nameOfPerson } from '../event-draft.ts';

/** Members whose name holds what is typed. */
function useMembers(text: string) {
  const { data, isFetching } = useQuery(memberSearchQuery(text.trim()));
  const found = (data?.content ?? []).map(({ user_id: id, data: { firstName, lastName } }) => ({
    ...{ id, name: nameOfPerson({ firstName, lastName }), isMember: true },
  }));
  return { found, isFetching };
}

interface PeopleFieldProps {
  readonly chosen: readonly Invited[];
  readonly onChange: (chosen: Invited[]) => void;
}

/** Who is invited: of the care team, and of the members whom the person looks after, found by their names. */
export function PeopleField({ chosen, onChange }: PeopleFieldProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const [text, setText] = useState('');
  const { data: team, error } = useQuery(careTeamQuery());
  const members = useMembers(text);
  const part = text.trim().toLocaleLowerCase();
  const staff = (team ?? []).flatMap(({ id, firstName, lastName, isInTheTenant }) => {
    const name = nameOfPerson({ firstName, lastName });
    const isOffered = id !== userId && isInTheTenant !== false && name.toLocaleLowerCase().includes(part);
    return isOffered ? [{ id, name, isMember: false }] : [];
  });
  return (
    <Field label={t('participants')} error={error && !team ? t('teamFailed') : undefined}>
      {({ id }) => (
        <Autocomplete
          id={id}
          multiple
          size="small"
          options={[...staff, ...members.found]}
          value={[...chosen]}
          loading={members.isFetching}
          filterOptions={(options) => options}
          filterSelectedOptions
          isOptionEqualToValue={(one, other) => one.id === other.id}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name || t('somebody')}
          getOptionDisabled={() => chosen.length >= mostParticipants}
          groupBy={({ isMember }) => t(isMember ? 'members' : 'careTeam')}
          inputValue={text}
          onInputChange={(_event, typed) => setText(typed)}
          onChange={(_event, value) => onChange(value)}
          noOptionsText={t('nobodyFound')}
          renderInput={(field) => <TextField {...field} />}
        />
      )}
    </Field>
  );
}

interface MemberFieldProps {
  readonly label?: string;
  readonly chosen: Invited | null;
  readonly onChange: (chosen: Invited | null) => void;
}

/** The member whom an event is about. */
export function MemberField({ label, chosen, onChange }: MemberFieldProps) {
  const { t } = useTranslation('calendar');
  const [text, setText] = useState('');
  const { found, isFetching } = useMembers(text);
  return (
    <Field label={label ?? t('about')} error={undefined}>
      {({ id }) => (
        <Autocomplete
          id={id}
          size="small"
          options={found}
          value={chosen}
          loading={isFetching}
          filterOptions={(options) => options}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name || t('somebody')}
          inputValue={text}
          onInputChange={(_event, typed) => setText(typed)}
          onChange={(_event, value) => onChange(value)}
          noOptionsText={t('nobodyFound')}
          renderInput={(field) => <TextField {...field} />}
        />
      )}
    </Field>
  );
}
