-- The latest values that lists and cohorts ask about, those of a member side by side: a question about all members of a tenant reads
-- one row of each, where vigil.latest_ticks has one for each metric. Triggers of latest_ticks keep it and nothing else writes it, so that
-- it says the same in every transaction. A metric has two columns: the value as it is kept, and its time.
create table vigil.latest_values (
  tenant_id uuid not null,
  user_id uuid not null,
  weight double precision, weight_at timestamptz,
  heart_rate double precision, heart_rate_at timestamptz,
  rhr double precision, rhr_at timestamptz,
  rmssd double precision, rmssd_at timestamptz,
  resp_rate double precision, resp_rate_at timestamptz,
  spo2 double precision, spo2_at timestamptz,
  skin_temp double precision, skin_temp_at timestamptz,
  body_temp double precision, body_temp_at timestamptz,
  systolic double precision, systolic_at timestamptz,
  diastolic double precision, diastolic_at timestamptz,
  glucose double precision, glucose_at timestamptz,
  gsr double precision, gsr_at timestamptz,
  steps double precision, steps_at timestamptz,
  distance double precision, distance_at timestamptz,
  calories double precision, calories_at timestamptz,
  band_removed double precision, band_removed_at timestamptz,
  battery double precision, battery_at timestamptz,
  primary key (tenant_id, user_id)
) with (fillfactor = 70);  -- No index holds a value: a changed row stays in its page.
call vigil.isolate('vigil.latest_values');
revoke insert, update, delete, truncate on vigil.latest_values from vigil_app;

-- Makes the functions of the triggers anew from the columns, and fills the columns: to be called whenever a metric has got its two.
create procedure vigil.follow_latest_values()
  language plpgsql as $$
declare
  metrics constant text[] := array(
    select left(a.attname, -3) from pg_attribute a
    where a.attrelid = 'vigil.latest_values'::regclass and a.attnum > 0 and not a.attisdropped and a.attname like '%\_at' order by a.attnum);
  columns text;
  newest text;
  kept text;
  forgotten text;
  empty text;
  filling text;
begin
  select string_agg(format('%1$I, %2$I', m, m || '_at'), ', '),
    string_agg(format('max(t.value) filter (where t.metric = %1$L), max(t.ts) filter (where t.metric = %1$L)', m), ', '),
    string_agg(format('%1$I = coalesce(excluded.%1$I, known.%1$I), %2$I = coalesce(excluded.%2$I, known.%2$I)', m, m || '_at'), ', '),
    string_agg(format('%1$I = case when %3$L = any(gone.metrics) then null else known.%1$I end, '
      '%2$I = case when %3$L = any(gone.metrics) then null else known.%2$I end', m, m || '_at', m), ', '),
    string_agg(format('%I is null', m || '_at'), ' and ')
  into columns, newest, kept, forgotten, empty from unnest(metrics) m;
  filling := format($into$
    insert into vigil.latest_values as known (tenant_id, user_id, %s)
    select t.tenant_id, t.user_id, %s from %%s t where t.metric = any(%L) group by t.tenant_id, t.user_id order by t.tenant_id, t.user_id
    on conflict (tenant_id, user_id) do update set %s$into$, columns, newest, metrics, kept);

  execute format($of$
    create or replace function vigil.keep_latest_values() returns trigger
      language plpgsql security definer set search_path = pg_catalog, vigil as $body$
    begin
      %s;
      return null;
    end $body$ $of$, format(filling, 'arrived'));
  execute format($of$
    create or replace function vigil.forget_latest_values() returns trigger
      language plpgsql security definer set search_path = pg_catalog, vigil as $body$
    begin
      -- Locked in one order, as those who arrive are.
      perform from vigil.latest_values v where (v.tenant_id, v.user_id) in (select t.tenant_id, t.user_id from departed t)
        order by v.tenant_id, v.user_id for update;
      update vigil.latest_values known set %s
      from (select t.tenant_id, t.user_id, array_agg(t.metric) as metrics from departed t group by t.tenant_id, t.user_id) gone
      where known.tenant_id = gone.tenant_id and known.user_id = gone.user_id;
      delete from vigil.latest_values v
      where (v.tenant_id, v.user_id) in (select t.tenant_id, t.user_id from departed t) and %s;
      return null;
    end $body$ $of$, forgotten, empty);
  execute format(filling, 'vigil.latest_ticks');
end $$;
revoke execute on procedure vigil.follow_latest_values() from public;
call vigil.follow_latest_values();
revoke execute on function vigil.keep_latest_values(), vigil.forget_latest_values() from public;

create trigger keep_new_latest_values after insert on vigil.latest_ticks referencing new table as arrived
  for each statement execute function vigil.keep_latest_values();
create trigger keep_changed_latest_values after update on vigil.latest_ticks referencing new table as arrived
  for each statement execute function vigil.keep_latest_values();
create trigger forget_latest_values after delete on vigil.latest_ticks referencing old table as departed
  for each statement execute function vigil.forget_latest_values();

-- Who is in the tenant but no member that lists show: staff, whoever was removed, and whoever was erased, whom row-level security hides
-- while their record is kept. They are few, so that rows of values are told apart by them.
drop index vigil.users_no_members;
create index users_no_members on vigil.users (tenant_id, id)
  where removed_at is not null or erased_at is not null or not roles @> '{patient}';
create function vigil.no_members() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select u.id from vigil.users u where u.tenant_id = vigil.current_tenant()
      and (u.removed_at is not null or u.erased_at is not null or not u.roles @> '{patient}')
  $$;
revoke execute on function vigil.no_members() from public;
grant execute on function vigil.no_members() to vigil_app;
