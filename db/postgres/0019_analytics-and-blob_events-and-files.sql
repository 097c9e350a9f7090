-- What people did in the portal: which page, about which member, when. Ids and paths, nothing of a record.
create table vigil.analytics_events (
  tenant_id uuid not null,
  -- Who.
  user_id uuid not null,
  -- The session in one tab.
  session_id uuid not null,
  at timestamptz not null,
  name text not null,
  category text not null,
  subcategory text not null,
  visit_path text not null,
  -- The member whose page it was, of those whom the person may see.
  patient_id uuid,
  -- Of a measurement.
  value float8,
  -- An answer that was lost makes a page send its events again.
  primary key (tenant_id, user_id, session_id, at, name, subcategory, visit_path),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, patient_id) references vigil.users
);
-- How long was each member looked after, and by whom?
create index analytics_events_by_member on vigil.analytics_events (tenant_id, patient_id, at) where patient_id is not null;
create index analytics_events_by_time on vigil.analytics_events (tenant_id, at);
call vigil.isolate('vigil.analytics_events');
revoke update, truncate on vigil.analytics_events from vigil_app;

-- Files of people whose bytes lie in the blob store, under the file's id: so far the photo and the signature of an account.
create table vigil.files (
  tenant_id uuid not null,
  id uuid not null,
  -- Whose it is.
  user_id uuid not null,
  purpose text not null check (purpose in ('photo', 'signature')),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  size_bytes int not null check (size_bytes > 0),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  -- One of each.
  unique (tenant_id, user_id, purpose),
  foreign key (tenant_id, user_id) references vigil.users
);
call vigil.isolate('vigil.files');
revoke truncate on vigil.files from vigil_app;
