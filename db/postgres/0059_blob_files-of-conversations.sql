-- Files that are sent in conversations lie beside the pictures of accounts and of meals. A file is uploaded, sent in one conversation,
-- and opened by whoever reads that. What was never sent, or never wholly arrived, is cleared away.
alter table vigil.files
  drop constraint files_purpose_check,
  add constraint files_purpose_check check (purpose in ('photo', 'signature', 'meal', 'chat', 'unfinished')),
  drop constraint files_media_type_check,
  -- What is still coming in may be anything.
  add constraint files_media_type_check check (purpose in ('chat', 'unfinished') or media_type in ('image/jpeg', 'image/png')),
  drop constraint files_size_bytes_check,
  add constraint files_size_bytes_check check (size_bytes > 0 or purpose = 'unfinished'),
  -- Made by whoever uploads: the same file again is one file.
  add column client_id uuid,
  -- Of what was uploaded; of a picture what is kept differs.
  add column sha256 bytea,
  -- As its owner called it.
  add column name text check (char_length(name) between 1 and 200),
  add column width_px int,
  add column height_px int,
  -- Where it was sent; null until then.
  add column conversation_id uuid,
  -- Whether it was checked for malware, and with what result.
  add column state text check (state in ('checking', 'waiting', 'ready', 'infected')),
  -- The blob of a small copy.
  add column thumbnail_id uuid,
  add constraint files_of_chat_check check (purpose <> 'chat' or (name is not null and sha256 is not null and state is not null));
create unique index files_of_uploads on vigil.files (tenant_id, user_id, client_id) where purpose = 'chat' and client_id is not null;
create index files_of_conversations on vigil.files (tenant_id, conversation_id) where conversation_id is not null;
create index files_uploaded on vigil.files (tenant_id, user_id, created_at) where purpose in ('chat', 'unfinished');
create index files_never_sent on vigil.files (created_at) where purpose = 'unfinished' or (purpose = 'chat' and conversation_id is null);

-- What is to be done with a file, once on however many processes: whoever takes it on puts its time off, so that another does it should
-- this one die.
create table vigil.file_jobs (
  tenant_id uuid not null,
  file_id uuid not null,
  kind text not null check (kind in ('check', 'thumbnail')),
  due_at timestamptz not null default now(),
  -- How often it was taken on.
  tries int not null default 0,
  primary key (tenant_id, file_id, kind),
  foreign key (tenant_id, file_id) references vigil.files on delete cascade
);
create index file_jobs_by_time on vigil.file_jobs (due_at);
call vigil.isolate('vigil.file_jobs');
revoke truncate on vigil.file_jobs from vigil_app;

-- Which tenants have files with something to be done? By the clock of the database.
create function vigil.tenants_with_file_jobs() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct j.tenant_id from (
      select due.tenant_id from vigil.file_jobs due where due.due_at <= now() order by due.due_at limit 10000
    ) j
  $$;

-- Files of every tenant that never wholly arrived within an hour, or were not sent within so many hours.
create function vigil.files_never_sent(hours int, most int) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select f.tenant_id, f.id from vigil.files f
    where (f.purpose = 'unfinished' and f.created_at < now() - interval '1 hour')
      or (f.purpose = 'chat' and f.conversation_id is null and f.created_at < now() - make_interval(hours => hours))
    order by f.created_at limit most
  $$;

revoke execute on function vigil.tenants_with_file_jobs(), vigil.files_never_sent(int, int) from public;
grant execute on function vigil.tenants_with_file_jobs(), vigil.files_never_sent(int, int) to vigil_app;
