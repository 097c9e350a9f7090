-- A call that had begun before somebody was erased may store something afterwards, so each step is done once more when no such
-- call can be under way. When that was; null: it is still to be done, whatever process did the first.
alter table vigil.erasures
  add column contact_erased_again_at timestamptz,
  add column record_erased_again_at timestamptz;
-- No call of these is under way any more.
update vigil.erasures set contact_erased_again_at = contact_erased_at, record_erased_again_at = record_erased_at
where coalesce(record_erased_at, contact_erased_at) < now() - interval '1 hour';
create index erasures_to_do_again on vigil.erasures (contact_erased_at)
where (contact_erased_at is not null and contact_erased_again_at is null) or (record_erased_at is not null and record_erased_again_at is null);

-- Which steps of erasures, done at this time or before, are to be done once more, in whatever tenant?
create function vigil.erasures_to_do_again(done_until timestamptz)
  returns table (tenant_id uuid, id uuid, step text)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select e.tenant_id, e.id, s.step
    from vigil.erasures e
    cross join lateral (values
      ('contact', e.contact_erased_at, e.contact_erased_again_at), ('record', e.record_erased_at, e.record_erased_again_at)
    ) as s (step, done_at, again_at)
    where ((e.contact_erased_at is not null and e.contact_erased_again_at is null) or (e.record_erased_at is not null and e.record_erased_again_at is null))
      and s.done_at <= done_until and s.again_at is null
    order by s.done_at, s.step limit 100
  $$;
revoke execute on function vigil.erasures_to_do_again(timestamptz) from public;
grant execute on function vigil.erasures_to_do_again(timestamptz) to vigil_app;
