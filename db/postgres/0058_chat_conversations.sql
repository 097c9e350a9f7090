-- What the care team and its members write to each other. A member's conversation has the member's id and is there once; who of the
-- staff takes part in it is asked of assignments each time and stored nowhere.
create table vigil.chat_conversations (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null,
  kind text not null check (kind in ('member', 'direct', 'group')),
  -- The member of a member's conversation.
  member_id uuid,
  -- The two of a direct one, the smaller id first, so that it exists once.
  first_user_id uuid,
  second_user_id uuid,
  -- The care team whose group it is: whoever is in that takes part, and nobody once there is no such team.
  care_team_id uuid,
  title text check (char_length(title) between 1 and 100),
  created_by uuid,
  created_at timestamptz not null,
  -- Of the last message; given under the lock of this row, so that the order is exact and no number is ever missing or late.
  last_sequence bigint not null default 0,
  last_message_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, first_user_id, second_user_id),
  foreign key (tenant_id, member_id) references vigil.users,
  foreign key (tenant_id, first_user_id) references vigil.users,
  foreign key (tenant_id, second_user_id) references vigil.users,
  foreign key (tenant_id, created_by) references vigil.users,
  check (case kind
    when 'member' then member_id = id and first_user_id is null and care_team_id is null and title is null
    when 'direct' then member_id is null and first_user_id < second_user_id and care_team_id is null and title is null
    else member_id is null and first_user_id is null and title is not null end)
);
create index chat_conversations_by_last_message on vigil.chat_conversations (tenant_id, kind, last_message_at desc, id desc) where last_sequence > 0;
create index chat_conversations_of_second on vigil.chat_conversations (tenant_id, second_user_id) where second_user_id is not null;
create index chat_conversations_of_team on vigil.chat_conversations (tenant_id, care_team_id) where care_team_id is not null;
call vigil.isolate('vigil.chat_conversations');
revoke delete, truncate on vigil.chat_conversations from vigil_app;

-- Who is in a group, and who of the staff has written to a member without being assigned: the answer has to reach them.
create table vigil.chat_people (
  tenant_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references vigil.chat_conversations,
  foreign key (tenant_id, user_id) references vigil.users
);
create index chat_people_by_user on vigil.chat_people (tenant_id, user_id);
call vigil.isolate('vigil.chat_people');

create table vigil.chat_messages (
  tenant_id uuid not null,
  conversation_id uuid not null,
  -- From 1, without a gap.
  sequence bigint not null check (sequence > 0),
  -- Made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  kind text not null check (kind in ('text', 'file', 'system')),
  -- Null of what the platform says.
  sender_id uuid,
  -- Of a system message: in whose name it stands, as in "Ada Admin, Admin".
  said_as text check (char_length(said_as) <= 200),
  -- As it reads now; null once it is withdrawn, or where there are only files.
  text text check (char_length(text) between 1 and 10000),
  files jsonb not null default '[]' check (jsonb_array_length(files) <= 10),
  -- What the platform says: {type, name, time}.
  notice jsonb,
  -- Nobody is told of it, and nobody has to read it.
  is_quiet boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  withdrawn_at timestamptz,
  -- What told the others of it.
  push_id uuid,
  -- Marks part words, so that 120/80 and a-b are two each and no address or number is taken for one word.
  words tsvector not null generated always as
    (to_tsvector('simple', translate(coalesce(text, ''), $$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$$, repeat(' ', 32)))) stored,
  -- With it, what is unread is counted without the messages themselves.
  primary key (tenant_id, conversation_id, sequence) include (sender_id, is_quiet),
  unique (tenant_id, id),
  foreign key (tenant_id, conversation_id) references vigil.chat_conversations,
  foreign key (tenant_id, sender_id) references vigil.users
);
create index chat_messages_by_sender on vigil.chat_messages (tenant_id, sender_id, created_at) where sender_id is not null;
create index chat_messages_by_time on vigil.chat_messages (tenant_id, created_at desc, id desc);
create index chat_messages_of_conversation_by_time on vigil.chat_messages (tenant_id, conversation_id, created_at);
create index chat_messages_by_words on vigil.chat_messages using gin (words);
call vigil.isolate('vigil.chat_messages');
revoke delete, truncate on vigil.chat_messages from vigil_app;

-- What a message said before it was edited or withdrawn. Rows are only ever added.
create table vigil.chat_message_versions (
  tenant_id uuid not null,
  message_id uuid not null,
  -- From 1, in the order in which they were replaced.
  version int not null check (version > 0),
  text text,
  files jsonb not null,
  replaced_at timestamptz not null,
  primary key (tenant_id, message_id, version),
  foreign key (tenant_id, message_id) references vigil.chat_messages (tenant_id, id)
);
call vigil.isolate('vigil.chat_message_versions');
revoke update, delete, truncate on vigil.chat_message_versions from vigil_app;

create table vigil.chat_reactions (
  tenant_id uuid not null,
  message_id uuid not null,
  key text not null check (char_length(key) <= 64),
  user_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, message_id, key, user_id),
  foreign key (tenant_id, message_id) references vigil.chat_messages (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users
);
create index chat_reactions_by_user on vigil.chat_reactions (tenant_id, user_id);
call vigil.isolate('vigil.chat_reactions');

-- How far each person has read: the one truth for every screen, tab and bell. It never goes back.
create table vigil.chat_reads (
  tenant_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  sequence bigint not null,
  read_at timestamptz not null,
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references vigil.chat_conversations,
  foreign key (tenant_id, user_id) references vigil.users
);
create index chat_reads_by_user on vigil.chat_reads (tenant_id, user_id);
call vigil.isolate('vigil.chat_reads');

create table vigil.chat_drafts (
  tenant_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  text text not null check (char_length(text) between 1 and 10000),
  updated_at timestamptz not null,
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references vigil.chat_conversations,
  foreign key (tenant_id, user_id) references vigil.users
);
create index chat_drafts_by_user on vigil.chat_drafts (tenant_id, user_id);
call vigil.isolate('vigil.chat_drafts');

-- That something has changed, written in the transaction of the change: every server process with open connections reads on from
-- the last one it knows. Ids only, and kept for an hour.
create table vigil.chat_changes (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null,
  -- Null until a process has seen it committed: were it given by the writer, a transaction that commits late would come behind
  -- readers who have gone past it.
  position bigint unique,
  conversation_id uuid not null,
  kind text not null check (kind in ('message', 'read', 'conversation')),
  -- Of the message, or up to which somebody has read; 0 where it is about the conversation.
  sequence bigint not null,
  -- Who has read.
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index chat_changes_without_position on vigil.chat_changes (created_at) where position is null;
create index chat_changes_by_age on vigil.chat_changes (created_at);
call vigil.isolate('vigil.chat_changes');
create sequence vigil.chat_change_positions;

-- Gives positions to what has been committed, one process at a time, so that positions become visible in their order.
create function vigil.place_chat_changes() returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if exists (select from vigil.chat_changes where position is null) then
    perform pg_advisory_xact_lock(hashtext('vigil.chat_change_positions'));
    update vigil.chat_changes c set position = placed.position
    from (
      select tenant_id, id, nextval('vigil.chat_change_positions') as position
      from (select tenant_id, id from vigil.chat_changes where position is null order by created_at, id limit 5000) waiting
    ) placed
    where c.tenant_id = placed.tenant_id and c.id = placed.id;
  end if;
end $$;

-- The last position that was given.
create function vigil.last_chat_change() returns bigint
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  -- Held as well where nothing waits: a position that another process has just taken may not be committed yet.
  perform pg_advisory_xact_lock(hashtext('vigil.chat_change_positions'));
  perform vigil.place_chat_changes();
  return coalesce((select max(position) from vigil.chat_changes),
    (select case when is_called then last_value else 0 end from vigil.chat_change_positions));
end $$;

-- Changes of every tenant behind a position, in order.
create function vigil.chat_changes_after(after bigint, most int)
  returns table (tenant_id uuid, id uuid, "position" bigint, conversation_id uuid, kind text, sequence bigint, user_id uuid)
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.place_chat_changes();
  return query
    select c.tenant_id, c.id, c.position, c.conversation_id, c.kind, c.sequence, c.user_id
    from vigil.chat_changes c where c.position > after order by c.position limit most;
end $$;

create function vigil.forget_chat_changes(most int) returns int
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  gone int;
begin
  delete from vigil.chat_changes c using (
    select tenant_id, id from vigil.chat_changes where created_at < now() - interval '1 hour' order by created_at limit most
  ) old where c.tenant_id = old.tenant_id and c.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Messages of some conversations of the tenant that hold every word, the newest first. Row-level security keeps an index on words
-- from being used, since what compares them is not known to be leakproof: so the tenant stands in this function instead. Words that
-- many messages hold are found among the newest; what is found there too seldom is rare enough to be asked of the index of words.
create function vigil.search_chat(conversations uuid[], wanted tsquery, before timestamptz, before_id uuid, most int)
  returns setof vigil.chat_messages
  language plpgsql stable security definer set search_path = pg_catalog, vigil as $$
declare
  own uuid := vigil.current_tenant();
  found vigil.chat_messages[];
begin
  found := array(
    select m from (
      select newest from vigil.chat_messages newest
      where newest.tenant_id = own and (before is null or (newest.created_at, newest.id) < (before, before_id))
      order by newest.created_at desc, newest.id desc limit 10000
    ) as n (m)
    where (m).words @@ wanted and (m).conversation_id = any(conversations) limit most);
  if cardinality(found) = most then
    return query select * from unnest(found);
  else
    return query
      with holding as materialized (select m.id, m.created_at, m.conversation_id from vigil.chat_messages m where m.tenant_id = own and m.words @@ wanted)
      select m.* from (
        select h.id from holding h
        where h.conversation_id = any(conversations) and (before is null or (h.created_at, h.id) < (before, before_id))
        order by h.created_at desc, h.id desc limit most
      ) hits join vigil.chat_messages m on m.tenant_id = own and m.id = hits.id
      order by m.created_at desc, m.id desc;
  end if;
end $$;

-- Leaves nothing of a member's conversation, once the erasure of the member was decided.
create function vigil.erase_chat(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  own uuid := vigil.current_tenant();
begin
  if not exists (select from vigil.erasures e where e.tenant_id = own and e.user_id = member and e.decided_at is not null) then
    raise exception 'No erasure of this member was decided';
  end if;
  delete from vigil.chat_message_versions v using vigil.chat_messages m
    where m.tenant_id = own and m.conversation_id = member and v.tenant_id = own and v.message_id = m.id;
  delete from vigil.chat_reactions r using vigil.chat_messages m
    where m.tenant_id = own and m.conversation_id = member and r.tenant_id = own and r.message_id = m.id;
  delete from vigil.chat_messages where tenant_id = own and conversation_id = member;
  delete from vigil.chat_reads where tenant_id = own and conversation_id = member;
  delete from vigil.chat_drafts where tenant_id = own and conversation_id = member;
  delete from vigil.chat_people where tenant_id = own and conversation_id = member;
  delete from vigil.chat_changes where tenant_id = own and conversation_id = member;
  delete from vigil.chat_conversations where tenant_id = own and id = member;
end $$;

revoke execute on function vigil.place_chat_changes(), vigil.last_chat_change(), vigil.chat_changes_after(bigint, int),
  vigil.forget_chat_changes(int), vigil.search_chat(uuid[], tsquery, timestamptz, uuid, int), vigil.erase_chat(uuid) from public;
grant execute on function vigil.last_chat_change(), vigil.chat_changes_after(bigint, int), vigil.forget_chat_changes(int),
  vigil.search_chat(uuid[], tsquery, timestamptz, uuid, int), vigil.erase_chat(uuid) to vigil_app;
