-- By which table of a zone's offsets the days of vigil.ticks_day were counted, as a digest: where this server's differs, because countries
-- change their clocks and tables follow, those days are counted again. Holds no tenant's data.
create table vigil.ticks_zone_tables (
  time_zone text primary key,
  digest text not null
);
