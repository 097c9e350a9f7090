-- The bell shows what a person was told and has not read: pushes of those kinds are kept longer than a browser may be away, and
-- each person's reading is a row of its own, so that badges are counted and never kept.
alter table vigil.pushes
  -- What it is news of, as an action. A newer push of the same takes its place in the bell, and its end takes it out.
  add column about_id uuid,
  add column superseded_at timestamptz;
create index pushes_about on vigil.pushes (tenant_id, about_id) where about_id is not null and superseded_at is null;
create index pushes_in_bells on vigil.pushes (tenant_id, content_type, position) where superseded_at is null;
create index pushes_in_no_bell on vigil.pushes (created_at) where content_type <> 'ACTION' or superseded_at is not null;

create table vigil.bell_reads (
  tenant_id uuid not null,
  -- Who has read it.
  user_id uuid not null,
  push_id uuid not null,
  read_at timestamptz not null default now(),
  -- Opened by a click, and not only marked with all others.
  clicked boolean not null,
  primary key (tenant_id, user_id, push_id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, push_id) references vigil.pushes on delete cascade
);
create index bell_reads_of_push on vigil.bell_reads (tenant_id, push_id);
call vigil.isolate('vigil.bell_reads');

drop function vigil.forget_pushes(int, int);
-- Forgets pushes of every tenant, by this database's clock: those that stand in bells after so many days, others after so many
-- hours. Answers how many.
create function vigil.forget_pushes(hours int, bell_days int, most int) returns int
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  gone int;
begin
  delete from vigil.pushes p using (
    (select tenant_id, id from vigil.pushes
     where (content_type <> 'ACTION' or superseded_at is not null) and created_at < now() - make_interval(hours => hours)
     order by created_at limit most)
    union
    (select tenant_id, id from vigil.pushes
     where created_at < now() - make_interval(days => bell_days) order by created_at limit most)
    limit most
  ) old where p.tenant_id = old.tenant_id and p.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function vigil.forget_pushes(int, int, int) from public;
grant execute on function vigil.forget_pushes(int, int, int) to vigil_app;
