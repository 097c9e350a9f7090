-- Why a row was marked as reviewed. Null: from before reasons were asked for.
alter table vigil.reviews add column reason text check (char_length(reason) between 1 and 500);
