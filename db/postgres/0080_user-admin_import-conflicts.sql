-- A line of an import about somebody else than the person who has its e-mail address or record number is an error that shows
-- both people, and lines with an error can be downloaded, put right and imported again.
-- The link goes to another address than the one that the invited person was found by.
alter table vigil.invitations add column address_changed boolean not null default false;

alter table vigil.account_imports
  -- The first line of the file as it was; null for imports from before.
  add column headings jsonb;

alter table vigil.account_import_rows
  -- Whom the line is about, beside the label.
  add column name text,
  -- Null once an account is made.
  add column birth_date date,
  -- As the file had them; null once the line has become somebody, and where the person is there already.
  add column cells jsonb;
