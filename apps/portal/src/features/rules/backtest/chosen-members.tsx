import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberSearchQuery } from '#lib/member-search.ts';

export interface ChosenMember {
  readonly id: string;
  readonly name: string;
}

interface ChosenMembersProps {
  readonly chosen: readonly ChosenMember[];
  readonly onChange: (chosen: readonly ChosenMember[]) => void;
}

/** Members found by their name, one after the other. */
export function ChosenMembers({ chosen, onChange }: ChosenMembersProps) {
  const { t } = useTranslation('rules');
  const [text, setText] = useState('');
  const { data, isFetching } = useQuery(memberSearchQuery(text.trim()));
  const found = (data?.content ?? []).map(({ user_id: id, data: { firstName, lastName } }) => ({ id, name: `${firstName} ${lastName}` }));
  return (
    <Autocomplete
      multiple
      size="small"
      options={found}
      value={[...chosen]}
      loading={isFetching}
      filterOptions={(options) => options}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      inputValue={text}
      onInputChange={(_event, typed) => setText(typed)}
      onChange={(_event, value) => onChange(value)}
      noOptionsText={t('backtest.nobodyFound')}
      renderInput={(field) => <TextField {...field} label={t('backtest.findMember')} />}
    />
  );
}
