-- What the care team writes about a member. A row is one version of a note: an amendment is a further row that names the one
-- it replaces, so that both stay. Rows are only ever added; a backup that is restored loads them past the trigger.
create table vigil.notes (
  tenant_id uuid not null,
  -- Of the version; made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  -- The first version's id, the same in all versions, which are numbered from 1.
  note_id uuid not null,
  version int not null check (version > 0),
  -- The member.
  user_id uuid not null,
  -- Who wrote this version.
  clinician_id uuid not null,
  text text not null check (char_length(text) between 1 and 10000),
  replaces_id uuid,
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  -- A version is replaced once: of two amendments at a time, one is refused.
  unique (tenant_id, note_id, version),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, clinician_id) references vigil.users,
  foreign key (tenant_id, note_id) references vigil.notes,
  foreign key (tenant_id, replaces_id) references vigil.notes,
  check (case when version = 1 then id = note_id and replaces_id is null and reason is null
    else replaces_id is not null and reason is not null end)
);
create index notes_by_member on vigil.notes (tenant_id, user_id, note_id, version);
call vigil.isolate('vigil.notes');
revoke update, delete, truncate on vigil.notes from vigil_app;

create function vigil.refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'Notes can only be added to';
end $$;
create trigger notes_are_append_only before update or delete or truncate on vigil.notes
  for each statement execute function vigil.refuse_note_change();
