-- Lists by name stand as a person looks names up: without regard to case, and with Å, É and Ł among A, E and L. A database's own
-- order is another one on each server (bytes in the embedded one), and changes with its libraries, under which an index would be
-- wrong. This key is compared by bytes (collate "C"), so the order is the same everywhere and for good.
create function vigil.name_key(name text) returns text language sql immutable parallel safe
  return lower((
    case when octet_length(name) = char_length(name) then name
    else translate(
      replace(replace(replace(replace(replace(replace(replace(
        regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'Æ', 'Ae'), 'æ', 'ae'), 'Œ', 'Oe'), 'œ', 'oe'), 'Þ', 'Th'), 'þ', 'th'),
      'ØøŁłĐđÐðŦŧĦħı', 'OoLlDdDdTtHhi')
    end) collate "C");

drop index vigil.users_by_name;
create index users_by_name on vigil.users (tenant_id, vigil.name_key(family_name) collate "C", vigil.name_key(given_name) collate "C", id);
drop index vigil.users_members_by_name;
create index users_members_by_name on vigil.users (tenant_id, vigil.name_key(family_name) collate "C", vigil.name_key(given_name) collate "C", id)
  where roles @> '{patient}';
