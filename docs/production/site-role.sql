-- A role for the site that can add and read evidence, and not change or remove it. Run it as the owner of the tables after
-- the first start and after each upgrade:  psql --set=role=claimpath_site --file=site-role.sql claimpath
-- Then DATABASE_URL names this role, and DATABASE_DIRECT_URL the owner, for migrations and maintenance.
-- The role itself: create role claimpath_site login password '...';

grant usage on schema public to :"role";
grant select, insert, update, delete on all tables in schema public to :"role";
grant usage on all sequences in schema public to :"role";

-- Evidence: consents, their log, the pages they were given on, and who read what.
revoke insert, update, delete on consents, consent_chain, consent_nodes, consent_heads, consent_pages, readings, stops from :"role";
grant insert on consents, consent_nodes, consent_heads, consent_pages, readings, stops to :"role";
-- A consent's position in the log, given once it is sealed: not its words, time or leaf.
grant update (seq) on consents to :"role";
-- Which heads witnesses have got; those that none has got are replaced by the next one.
grant update (pushed_at, stamp), delete on consent_heads to :"role";
create or replace function keep_pushed_heads() returns trigger language plpgsql as
  $$ begin raise insufficient_privilege using message = 'a head that witnesses have stays'; end $$;
create or replace trigger keep_pushed_heads before delete on consent_heads
  for each row when (old.pushed_at is not null) execute function keep_pushed_heads();
create or replace function keep_positions() returns trigger language plpgsql as
  $$ begin raise insufficient_privilege using message = 'a consent keeps its position'; end $$;
create or replace trigger keep_positions before update of seq on consents
  for each row when (old.seq is not null) execute function keep_positions();

-- Migrations are the owner's.
revoke insert, update, delete on kysely_migration, kysely_migration_lock from :"role";
