-- What somebody tells whoever takes over at the end of a shift. A draft is changed; from when it was handed over on, its texts and what
-- was known then stay as they are.
create table vigil.handoffs (
  tenant_id uuid not null,
  -- Made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  by_id uuid not null,
  state text not null default 'draft' check (state in ('draft', 'handed_over', 'acknowledged', 'withdrawn')),
  -- One more with every save.
  revision int not null default 1 check (revision > 0),
  -- From when on it tells: of a draft the author's choice, null for what the rota and the last handoff say.
  since timestamptz,
  -- Null: all while the author is on call, else whom the author looks after.
  scope text check (scope in ('mine', 'all')),
  -- About the shift as a whole.
  situation text not null check (char_length(situation) <= 4000),
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  to_id uuid,
  handed_over_at timestamptz,
  acknowledged_at timestamptz,
  -- What the receiver understood.
  read_back text check (char_length(read_back) <= 2000),
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, by_id) references vigil.users,
  foreign key (tenant_id, to_id) references vigil.users,
  check ((handed_over_at is null) = (to_id is null)),
  check (to_id <> by_id),
  check (handed_over_at is null or since is not null),
  check (state in ('draft', 'withdrawn') or handed_over_at is not null),
  check ((state = 'acknowledged') = (acknowledged_at is not null)),
  check ((acknowledged_at is null) = (read_back is null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null))
);
create unique index handoffs_drafts on vigil.handoffs (tenant_id, by_id) where state = 'draft';
create index handoffs_by_author on vigil.handoffs (tenant_id, by_id, handed_over_at desc);
create index handoffs_by_receiver on vigil.handoffs (tenant_id, to_id, handed_over_at desc) where to_id is not null;
create index handoffs_by_time on vigil.handoffs (tenant_id, handed_over_at desc) where handed_over_at is not null;
call vigil.isolate('vigil.handoffs');
revoke update, delete, truncate on vigil.handoffs from vigil_app;
grant update (state, revision, since, scope, situation, saved_at, to_id, handed_over_at, acknowledged_at, read_back, withdrawn_at)
  on vigil.handoffs to vigil_app;

-- What is told about one member.
create table vigil.handoff_members (
  tenant_id uuid not null,
  handoff_id uuid not null,
  -- The member.
  user_id uuid not null,
  summary text not null default '' check (char_length(summary) <= 2000),
  to_do text not null default '' check (char_length(to_do) <= 1000),
  contingency text not null default '' check (char_length(contingency) <= 1000),
  -- The rest is null until it is handed over. The worst that was open then; null where nothing was.
  severity text check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- What was known; null where the author could not see the member any more.
  facts jsonb,
  -- From 0, the worst first.
  place int check (place >= 0),
  primary key (tenant_id, handoff_id, user_id),
  foreign key (tenant_id, handoff_id) references vigil.handoffs,
  foreign key (tenant_id, user_id) references vigil.users
);
create index handoff_members_by_member on vigil.handoff_members (tenant_id, user_id, handoff_id);
call vigil.isolate('vigil.handoff_members');
revoke delete, truncate on vigil.handoff_members from vigil_app;

create function vigil.refuse_handoff_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if tg_table_name = 'handoffs' then
    if not (old.state = 'draft' or (old.state = 'handed_over' and new.state in ('acknowledged', 'withdrawn')
      and (new.since, new.situation, new.to_id, new.handed_over_at, new.revision)
        is not distinct from (old.since, old.situation, old.to_id, old.handed_over_at, old.revision))) then
      raise exception 'A handoff that was handed over can only be acknowledged or withdrawn, once' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if not exists (
    select from vigil.handoffs h where h.tenant_id = new.tenant_id and h.id = new.handoff_id and h.state = 'draft') then
    raise exception 'What was handed over cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger handoffs_stay before update on vigil.handoffs for each row execute function vigil.refuse_handoff_change();
create trigger handoff_members_stay before insert or update on vigil.handoff_members
  for each row execute function vigil.refuse_handoff_change();

-- Leaves nothing of a member in handoffs, once the erasure of the member was decided.
create function vigil.erase_handoffs(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if not exists (select from vigil.erasures e where e.tenant_id = vigil.current_tenant() and e.user_id = member and e.decided_at is not null) then
    raise exception 'No erasure of this member was decided';
  end if;
  delete from vigil.handoff_members m where m.tenant_id = vigil.current_tenant() and m.user_id = member;
end $$;
revoke execute on function vigil.refuse_handoff_change(), vigil.erase_handoffs(uuid) from public;
grant execute on function vigil.erase_handoffs(uuid) to vigil_app;

-- Where an item of the bell leads that is about no member.
alter table vigil.pushes add column opens text check (opens in ('handoff'));

-- What happened in a shift is asked of all members at once, by time.
create index notes_by_time on vigil.notes (tenant_id, created_at);
create index calls_of_members_by_time on vigil.calls (tenant_id, started_at) where member_id is not null;
create index calendar_appointments_by_time on vigil.calendar_events (tenant_id, starts_at)
  where type = 'REGULAR' and deleted_at is null and coalesce(booked_for, patient_id) is not null;
