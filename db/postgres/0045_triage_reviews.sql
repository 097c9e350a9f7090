-- Rows of Today that somebody has put aside for the whole team. What was seen holds ids and states, no values: whatever is new or
-- worse brings the row back.
create table vigil.reviews (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The member.
  user_id uuid not null,
  by_id uuid not null,
  -- By the clock of the database, whichever server wrote it.
  at timestamptz not null default now(),
  -- The next midnight where the tenant is.
  lapses_at timestamptz not null,
  seen jsonb not null,
  -- Null while the row is put aside.
  ended_at timestamptz,
  -- Who undid it; null where it lapsed.
  ended_by uuid,
  end_reason text check (end_reason in ('undone', 'new_or_worse', 'next_day')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, by_id) references vigil.users,
  foreign key (tenant_id, ended_by) references vigil.users,
  check ((ended_at is null) = (end_reason is null)),
  check ((end_reason is not distinct from 'undone') = (ended_by is not null))
);
create unique index reviews_standing on vigil.reviews (tenant_id, user_id) where ended_at is null;
create index reviews_of_member on vigil.reviews (tenant_id, user_id, at desc);
call vigil.isolate('vigil.reviews');
revoke update, truncate on vigil.reviews from vigil_app;
grant update (ended_at, ended_by, end_reason) on vigil.reviews to vigil_app;
