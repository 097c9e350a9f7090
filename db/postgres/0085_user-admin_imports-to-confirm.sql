-- A line with an unusual height or weight is made when somebody has confirmed it, and downloads name the columns as the file does.
alter table vigil.account_import_rows
  drop constraint account_import_rows_outcome_check,
  add constraint account_import_rows_outcome_check check (outcome in ('READY', 'UNUSUAL', 'CREATED', 'DUPLICATE', 'ERROR'));

-- What each column of the file holds, from left to right, null for those that aren't read; null for imports from before.
alter table vigil.account_imports add column columns jsonb;
