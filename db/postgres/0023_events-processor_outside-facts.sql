-- Facts about members that others have worked out and sent: relative risks and diagnoses. Rows are only added: what was said before stays.
create table vigil.outside_facts (
  tenant_id uuid not null,
  -- The member.
  user_id uuid not null,
  fact text not null check (char_length(fact) between 3 and 60),
  -- As of when it is so.
  valid_at timestamptz not null,
  -- Who or what worked it out.
  source text not null check (char_length(source) between 1 and 200),
  -- One of the two; neither: it is no longer known.
  value double precision,
  word text check (char_length(word) between 1 and 40),
  sent_by uuid not null,
  received_at timestamptz not null,
  -- The order in which they came: the last one that is valid counts.
  sequence bigint generated always as identity,
  primary key (tenant_id, user_id, fact, sequence),
  foreign key (tenant_id, user_id) references vigil.users,
  check (value is null or word is null)
);
call vigil.isolate('vigil.outside_facts');
revoke update, truncate on vigil.outside_facts from vigil_app;
