-- Photos of meals lie beside the pictures of accounts. Of these an account has one of each; of meals there are many.
alter table vigil.files
  drop constraint files_purpose_check,
  add constraint files_purpose_check check (purpose in ('photo', 'signature', 'meal')),
  drop constraint files_tenant_id_user_id_purpose_key;
create unique index files_of_accounts on vigil.files (tenant_id, user_id, purpose) where purpose in ('photo', 'signature');
create index files_of_meals on vigil.files (tenant_id, user_id, created_at) where purpose = 'meal';
