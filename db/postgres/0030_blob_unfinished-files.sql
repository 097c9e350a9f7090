-- Bytes lie in a folder, and their row here: a row that is made before its bytes and goes after them says 'unfinished', so that bytes of
-- a process that died in between are named by a row, and cleared away or erased with their person.
alter table vigil.files
  drop constraint files_purpose_check,
  add constraint files_purpose_check check (purpose in ('photo', 'signature', 'meal', 'unfinished'));
