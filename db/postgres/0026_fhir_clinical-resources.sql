-- What other systems know of a member: conditions, procedures, prescriptions and orders, as FHIR R4 resources. A row is one
-- resource of one system; brought in again it is the same row, and what is newer takes its place.
create table vigil.clinical_resources (
  tenant_id uuid not null,
  -- Ours; follows from member, type, origin and the id there.
  id uuid not null,
  -- The member.
  user_id uuid not null,
  resource_type text not null
    check (resource_type in ('Condition', 'Procedure', 'MedicationRequest', 'MedicationStatement', 'ServiceRequest')),
  -- The server's base address, or the name that the operator gave the files.
  origin text not null check (char_length(origin) between 1 and 500),
  origin_id text not null check (char_length(origin_id) between 1 and 500),
  -- For a condition its clinical status.
  status text,
  -- system|code of every coding of what it is about.
  codes text[] not null,
  -- Somebody there has said that it was never true.
  is_in_error boolean not null,
  -- What its date covers: onset, performed, authored or effective. A year is a long stretch.
  starts_at timestamptz,
  -- Exclusive.
  ends_at timestamptz,
  -- The resource without subject, narrative and what is not kept.
  content jsonb not null,
  -- meta.lastUpdated of the origin, where it says so.
  origin_updated_at timestamptz,
  imported_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  check ((starts_at is null) = (ends_at is null) and ends_at >= starts_at)
);
create index clinical_resources_by_member on vigil.clinical_resources (tenant_id, user_id, resource_type, starts_at desc nulls last, id);
call vigil.isolate('vigil.clinical_resources');
revoke truncate on vigil.clinical_resources from vigil_app;
