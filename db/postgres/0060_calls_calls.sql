-- Calls of two people: a member and somebody of the care team, or two of the staff. Every move is an update that asks for the state
-- it moves from, so that whoever comes second, in whichever process, moves nothing.
create table vigil.calls (
  tenant_id uuid not null references vigil.tenants,
  -- Made by the caller, so that dialing again rings once.
  id uuid not null,
  -- The member of the two; null among the staff.
  member_id uuid,
  caller_id uuid not null,
  callee_id uuid not null check (callee_id <> caller_id),
  is_video boolean not null,
  -- To the caller it is dialing, to the callee ringing.
  state text not null check (state in ('dialing', 'established', 'connected', 'reconnecting', 'reconnected', 'ended')),
  -- Rises with everything that the two are told of.
  revision bigint not null default 1,
  -- The pages on which it was dialed and accepted, as they name themselves.
  caller_device_id uuid not null,
  callee_device_id uuid,
  -- What each sends.
  caller_audio boolean not null default true,
  caller_video boolean not null,
  callee_audio boolean not null default true,
  callee_video boolean not null,
  -- Whether each hears the other, and when it last said so.
  caller_media text check (caller_media in ('connected', 'reconnecting')),
  callee_media text check (callee_media in ('connected', 'reconnecting')),
  heard_at timestamptz,
  last_signal bigint not null default 0,
  started_at timestamptz not null,
  ringing_at timestamptz,
  accepted_at timestamptz,
  connected_at timestamptz,
  reconnecting_at timestamptz,
  reconnected_at timestamptz,
  ended_at timestamptz,
  end_result text check (end_result in ('no_answer', 'canceled', 'declined', 'other_device_accepted', 'completed', 'connection_lost',
    'timed_out', 'dial_failed', 'accept_failed', 'unknown')),
  end_detail text check (end_detail in ('busy', 'no_longer_permitted')),
  -- Null where nobody ended it.
  ended_by uuid,
  -- By the clock of the database: what processes ask by.
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references vigil.users,
  foreign key (tenant_id, caller_id) references vigil.users,
  foreign key (tenant_id, callee_id) references vigil.users,
  check (member_id in (caller_id, callee_id)),
  check (ended_by in (caller_id, callee_id)),
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_result is not null)),
  check (state in ('dialing', 'ended') or (accepted_at is not null and callee_device_id is not null)),
  check (state in ('dialing', 'established', 'ended') or connected_at is not null)
);
-- Nobody dials two calls at once, and nobody is called twice. That nobody dials one and is called in another, dialing sees to.
create unique index calls_one_of_caller on vigil.calls (tenant_id, caller_id) where state <> 'ended';
create unique index calls_one_of_callee on vigil.calls (tenant_id, callee_id) where state <> 'ended';
create index calls_by_caller on vigil.calls (tenant_id, caller_id, started_at desc, id desc);
create index calls_by_callee on vigil.calls (tenant_id, callee_id, started_at desc, id desc);
create index calls_by_member on vigil.calls (tenant_id, member_id, started_at desc, id desc) where member_id is not null;
create index calls_by_change on vigil.calls (changed_at);
call vigil.isolate('vigil.calls');
revoke delete, truncate on vigil.calls from vigil_app;

-- What the two devices say to each other to find a way, as long as the call goes on.
create table vigil.call_signals (
  tenant_id uuid not null,
  call_id uuid not null,
  -- From 1 within the call, over both.
  sequence bigint not null check (sequence > 0),
  from_caller boolean not null,
  kind text not null check (kind in ('offer', 'answer', 'candidate', 'restart')),
  data text not null check (char_length(data) <= 20000),
  sent_at timestamptz not null,
  primary key (tenant_id, call_id, sequence),
  foreign key (tenant_id, call_id) references vigil.calls
);
call vigil.isolate('vigil.call_signals');

-- Calls of every tenant that have changed within so many seconds, as far as they have come: each process compares with what it has told.
create function vigil.calls_changed(seconds double precision)
  returns table (tenant_id uuid, id uuid, revision bigint, last_signal bigint)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select c.tenant_id, c.id, c.revision, c.last_signal from vigil.calls c where c.changed_at > now() - make_interval(secs => seconds)
    order by c.changed_at
  $$;

-- Calls of every tenant that go on, the oldest first.
create function vigil.calls_going_on() returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select c.tenant_id, c.id from vigil.calls c where c.state <> 'ended' order by c.started_at limit 10000
  $$;

-- Calls of every tenant whose time has come at a moment: nobody answered, no sound came, or it is gone. A call of which neither
-- device has said anything for long is named only where that is asked for.
create function vigil.calls_overdue(at timestamptz, ring_s int, media_s int, lost_s int, and_silent boolean)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select c.tenant_id, c.id from vigil.calls c
    where c.state <> 'ended' and case c.state
      when 'dialing' then c.started_at <= at - make_interval(secs => ring_s)
      when 'established' then c.accepted_at <= at - make_interval(secs => media_s)
      when 'reconnecting' then c.reconnecting_at <= at - make_interval(secs => lost_s)
      else and_silent and c.heard_at <= at - make_interval(secs => lost_s) end
    order by c.started_at limit 1000
  $$;

-- Leaves nothing of a member's calls, once the erasure of the member was decided.
create function vigil.erase_calls(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  own uuid := vigil.current_tenant();
begin
  if not exists (select from vigil.erasures e where e.tenant_id = own and e.user_id = member and e.decided_at is not null) then
    raise exception 'No erasure of this member was decided';
  end if;
  delete from vigil.call_signals s using vigil.calls c
    where c.tenant_id = own and c.member_id = member and s.tenant_id = own and s.call_id = c.id;
  delete from vigil.calls where tenant_id = own and member_id = member;
end $$;

revoke execute on function vigil.calls_changed(double precision), vigil.calls_going_on(),
  vigil.calls_overdue(timestamptz, int, int, int, boolean), vigil.erase_calls(uuid) from public;
grant execute on function vigil.calls_changed(double precision), vigil.calls_going_on(),
  vigil.calls_overdue(timestamptz, int, int, int, boolean), vigil.erase_calls(uuid) to vigil_app;
