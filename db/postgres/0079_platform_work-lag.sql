-- How long work that the server does by itself has been waiting, over all tenants: figures for monitoring, about nobody. Null: nothing waits.
create function vigil.work_lag() returns table (
  -- Since readings arrived, or time has passed, that alert rules have not looked at.
  rules_seconds double precision,
  -- Since an alarm should have gone on to the next step.
  alarms_seconds double precision,
  alarm_messages int, alarm_messages_seconds double precision,
  reminder_mails int, reminder_mails_seconds double precision,
  -- No mail server or SMS provider carries them: an administrator passes them on.
  kept_messages int, kept_messages_seconds double precision
)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select
      (select extract(epoch from now() - min(waiting.since))::float8 from (
        select min(w.next_at) as since from vigil.alert_watches w where w.next_at <= now()
        union all
        select min(t.received_at) from vigil.alert_passes p join vigil.latest_ticks t on t.tenant_id = p.tenant_id
          left join vigil.alert_watches w on w.tenant_id = t.tenant_id and w.user_id = t.user_id
        where w.evaluated_at is null or t.received_at > w.evaluated_at
      ) waiting),
      (select extract(epoch from now() - min(a.due_at))::float8 from vigil.alarms a where a.due_at <= now()),
      alarm.n, alarm.seconds, reminder.n, reminder.seconds, kept.n, kept.seconds
    from
      (select count(*)::int as n, extract(epoch from now() - min(m.created_at))::float8 as seconds from vigil.alarm_messages m) alarm,
      (select count(*)::int as n, extract(epoch from now() - min(m.created_at))::float8 as seconds from vigil.calendar_mails m) reminder,
      (select count(*)::int as n, extract(epoch from now() - min(o.created_at))::float8 as seconds from vigil.outbox o
        where o.link_expires_at is null or o.link_expires_at > now()) kept
  $$;
revoke execute on function vigil.work_lag() from public;
grant execute on function vigil.work_lag() to vigil_app;
