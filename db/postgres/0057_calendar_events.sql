-- Calendars of people. An event that repeats is kept as what it comes to: a row each, with the same series.
create table vigil.calendar_events (
  tenant_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  -- The same in all that repeat together.
  series_id uuid,
  type text not null check (type in ('REGULAR', 'OUT_OF_THE_OFFICE', 'REMINDER', 'APPOINTMENT_SLOT')),
  title text not null check (char_length(title) between 1 and 200),
  description text check (char_length(description) <= 4000),
  starts_at timestamptz not null,
  duration_minutes int not null check (duration_minutes between 0 and 89280),
  ends_at timestamptz not null check (ends_at >= starts_at),
  -- The owner's: in which it repeats.
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  -- Minutes before its start. Null: the usual, and no mail.
  notify_before int check (notify_before between 0 and 40320),
  -- When those who take part are to be told; null: never, as it was over when it was made.
  reminds_at timestamptz,
  action_id uuid,
  -- The member whom it is about.
  patient_id uuid,
  -- The member who has booked it; it was a slot until then.
  booked_for uuid,
  -- {frequency, interval, weekdays?, until?, count?}
  recurrence jsonb,
  -- Its time was changed without that of the others: it stays where it is when they are moved.
  moved_alone boolean not null default false,
  version int not null default 1 check (version > 0),
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The same in all that were deleted together.
  deletion_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references vigil.users,
  foreign key (tenant_id, patient_id) references vigil.users,
  foreign key (tenant_id, booked_for) references vigil.users,
  check ((deleted_at is null) = (deletion_id is null)),
  check (type <> 'APPOINTMENT_SLOT' or (patient_id is null and booked_for is null))
);
create index calendar_events_of_series on vigil.calendar_events (tenant_id, series_id, starts_at) where series_id is not null;
create index calendar_slots on vigil.calendar_events (tenant_id, owner_id, starts_at) where type = 'APPOINTMENT_SLOT' and deleted_at is null;
create index calendar_events_about on vigil.calendar_events (tenant_id, patient_id) where patient_id is not null;
create index calendar_events_deleted on vigil.calendar_events (deleted_at) where deleted_at is not null;
call vigil.isolate('vigil.calendar_events');
revoke truncate on vigil.calendar_events from vigil_app;

-- Who takes part in an event, its owner included, and what each has read of it.
create table vigil.calendar_participants (
  tenant_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  -- Of the event: calendars are read by person and time.
  starts_at timestamptz not null,
  read boolean not null default false,
  clicked boolean not null default false,
  -- What the person was told last, and by which push. The bell shows it until it is read.
  news text check (news in ('invited', 'changed', 'cancelled', 'booked', 'left', 'reminder')),
  news_at timestamptz,
  news_push_id uuid,
  -- When the person is to be told that it begins; null once that is done, or is not to be.
  remind_at timestamptz,
  -- Takes part no more: by own will, or taken out by the owner.
  gone text check (gone in ('left', 'removed')),
  gone_at timestamptz,
  primary key (tenant_id, event_id, user_id),
  foreign key (tenant_id, event_id) references vigil.calendar_events on delete cascade,
  foreign key (tenant_id, user_id) references vigil.users,
  check ((news is null) = (news_at is null)),
  check ((gone is null) = (gone_at is null))
);
create index calendar_participants_by_time on vigil.calendar_participants (tenant_id, user_id, starts_at);
create index calendar_participants_news on vigil.calendar_participants (tenant_id, user_id, news_at) where news is not null and not read;
create index calendar_reminders_due on vigil.calendar_participants (remind_at, tenant_id) where remind_at is not null;
call vigil.isolate('vigil.calendar_participants');
revoke truncate on vigil.calendar_participants from vigil_app;

-- Mails that reminders call for, written with them and taken off once a mail server has them. They hold no address and no title.
create table vigil.calendar_mails (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  starts_at timestamptz not null,
  time_zone text not null,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users
);
create index calendar_mails_to_try on vigil.calendar_mails (next_try_at, tenant_id);
call vigil.isolate('vigil.calendar_mails');
revoke truncate on vigil.calendar_mails from vigil_app;

-- Secret addresses of calendars. The secret itself is not kept; a revoked one stays, so that whoever has it is told.
create table vigil.calendar_subscriptions (
  tenant_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the secret, in hexadecimal.
  secret_hash text not null check (char_length(secret_hash) between 1 and 64),
  show_titles boolean not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, secret_hash),
  foreign key (tenant_id, user_id) references vigil.users
);
create unique index calendar_subscriptions_by_secret on vigil.calendar_subscriptions (secret_hash);
create unique index calendar_subscriptions_one_each on vigil.calendar_subscriptions (tenant_id, user_id) where revoked_at is null;
call vigil.isolate('vigil.calendar_subscriptions');
revoke truncate on vigil.calendar_subscriptions from vigil_app;

-- Whose calendar is it that has this secret address, in whatever tenant? Revoked as well for whoever has left.
create function vigil.calendar_subscription(hash text)
  returns table (tenant_id uuid, user_id uuid, show_titles boolean, is_revoked boolean)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select s.tenant_id, s.user_id, s.show_titles,
      s.revoked_at is not null or u.erased_at is not null or u.removed_at is not null or u.deactivated_at is not null
        or u.is_in_the_tenant is not distinct from false
    from vigil.calendar_subscriptions s join vigil.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.secret_hash = hash
  $$;

-- Which tenants have somebody to tell that an event begins, and which have mails that wait? By the clock of the database.
create function vigil.tenants_with_calendar_reminders() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct r.tenant_id from (
      select due.tenant_id from vigil.calendar_participants due where due.remind_at <= now() order by due.remind_at limit 10000
    ) r
  $$;
create function vigil.tenants_with_calendar_mails() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct m.tenant_id from (
      select waiting.tenant_id from vigil.calendar_mails waiting where waiting.next_try_at <= now() order by waiting.next_try_at limit 10000
    ) m
  $$;

-- Forgets events of every tenant that were deleted so many days ago, by this database's clock. Answers how many.
create function vigil.forget_calendar_events(days int, most int) returns int
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  gone int;
begin
  delete from vigil.calendar_events e using (
    select old.tenant_id, old.id from vigil.calendar_events old
    where old.deleted_at < now() - make_interval(days => days) order by old.deleted_at limit most
  ) old where e.tenant_id = old.tenant_id and e.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function vigil.calendar_subscription(text), vigil.tenants_with_calendar_reminders(),
  vigil.tenants_with_calendar_mails(), vigil.forget_calendar_events(int, int) from public;
grant execute on function vigil.calendar_subscription(text), vigil.tenants_with_calendar_reminders(),
  vigil.tenants_with_calendar_mails(), vigil.forget_calendar_events(int, int) to vigil_app;
