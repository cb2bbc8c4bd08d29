-- Tables and what happened at them. Facts are JSON texts (facts.py); nothing derived is stored.
create table tables (
    id      text primary key,
    at      real not null,     -- seconds since 1970
    opening blob not null
) strict, without rowid;
create index tables_by_time on tables (at);

create table entries (
    tbl     text    not null references tables (id),
    n       integer not null,  -- from 1 without gaps
    seat    integer,           -- who asked for it, with the id of the command; null for the house
    command text,
    at      real    not null,
    fact    blob    not null,
    primary key (tbl, n)
) strict, without rowid;
create unique index entries_by_command on entries (tbl, seat, command) where command is not null;

-- Named values: the server's key, house rules.
create table named (
    name  text primary key,
    value blob not null
) strict, without rowid;
