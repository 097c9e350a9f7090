-- A page on a call that is closed says so as it goes, and one that is loaded anew says the same: the call ends at this time, unless
-- the page is back before.
alter table vigil.calls add column caller_leaves_at timestamptz, add column callee_leaves_at timestamptz;

-- As before, and besides calls whose page was left and is not back.
create or replace function vigil.calls_overdue(at timestamptz, ring_s int, media_s int, lost_s int, and_silent boolean)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select c.tenant_id, c.id from vigil.calls c
    where c.state <> 'ended' and (least(c.caller_leaves_at, c.callee_leaves_at) <= at or case c.state
      when 'dialing' then c.started_at <= at - make_interval(secs => ring_s)
      when 'established' then c.accepted_at <= at - make_interval(secs => media_s)
      when 'reconnecting' then c.reconnecting_at <= at - make_interval(secs => lost_s)
      else and_silent and c.heard_at <= at - make_interval(secs => lost_s) end)
    order by c.started_at limit 1000
  $$;
